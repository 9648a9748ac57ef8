import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function ProfilePage(): ReactElement {
  return <Page title={t("profile.profile.title")}>{null}</Page>;
}
