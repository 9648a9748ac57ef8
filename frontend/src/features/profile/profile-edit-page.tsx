import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function ProfileEditPage(): ReactElement {
  return <Page title={t("profile.profileEdit.title")}>{null}</Page>;
}
