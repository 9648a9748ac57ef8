import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function ApplyPage(): ReactElement {
  return <Page title={t("provider.apply.title")}>{null}</Page>;
}
