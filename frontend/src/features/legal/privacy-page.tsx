import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function PrivacyPage(): ReactElement {
  return <Page title={t("legal.privacy.title")}>{null}</Page>;
}
