import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function ScheduleTestPage(): ReactElement {
  return <Page title={t("labs.scheduleTest.title")}>{null}</Page>;
}
