import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function AccountPrivacyPage(): ReactElement {
  return <Page title={t("privacy.accountPrivacy.title")}>{null}</Page>;
}
