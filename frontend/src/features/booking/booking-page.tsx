import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function BookingPage(): ReactElement {
  return <Page title={t("booking.booking.title")}>{null}</Page>;
}
