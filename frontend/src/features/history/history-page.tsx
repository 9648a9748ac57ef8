import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function HistoryPage(): ReactElement {
  return <Page title={t("history.history.title")}>{null}</Page>;
}
