import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";

export function NotificationsPage(): ReactElement {
  return <Page title={t("notifications.notifications.title")}>{null}</Page>;
}
