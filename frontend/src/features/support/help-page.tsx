import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function HelpPage(): ReactElement {
  return <Page title={t("support.help.title")}>{null}</Page>;
}
