import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function TermsPage(): ReactElement {
  return <Page title={t("legal.terms.title")}>{null}</Page>;
}
