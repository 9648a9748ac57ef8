import { t } from "@/i18n/i18n";
import type { Toast } from "@/ui/overlay/toast";

import type { Delivery } from "./use-send";

/** What is said of an act that waits for a connection (spec.md point 8); null for one that was sent: its screen says what it did. */
export function deliveryToast(delivery: Delivery, type: "rate" | "reschedule" | "update_order"): Toast | null {
  if (delivery === "sent") return null;
  return {
    title: t(`offline.queued.${type}`),
    description: t(`offline.queued.${type}.${navigator.onLine ? "online" : "offline"}`),
  };
}
