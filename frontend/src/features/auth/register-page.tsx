import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function RegisterPage(): ReactElement {
  return <Page title={t("auth.register.title")}>{null}</Page>;
}
