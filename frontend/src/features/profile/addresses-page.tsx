import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function AddressesPage(): ReactElement {
  return <Page title={t("profile.addresses.title")}>{null}</Page>;
}
