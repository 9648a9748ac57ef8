import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function TrackingPage(): ReactElement {
  return <Page title={t("tracking.tracking.title")}>{null}</Page>;
}
