import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function CheckoutPage(): ReactElement {
  return <Page title={t("checkout.checkout.title")}>{null}</Page>;
}
