import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function OfflineTestPage(): ReactElement {
  return <Page title={t("labs.offlineTest.title")}>{null}</Page>;
}
