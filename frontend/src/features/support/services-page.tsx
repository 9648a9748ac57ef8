import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function ServicesPage(): ReactElement {
  return <Page title={t("support.services.title")}>{null}</Page>;
}
