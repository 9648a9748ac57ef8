import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function WorkspacePage(): ReactElement {
  return <Page title={t("provider.workspace.title")}>{null}</Page>;
}
