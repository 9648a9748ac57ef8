import { t } from "@/i18n/i18n";
import type { Toast } from "@/ui/overlay/toast";

import type { Delivery } from "./use-send";

/** The toast for a queued action (specification point 8); null if it was sent, because its screen confirms that. */
export function deliveryToast(delivery: Delivery, type: "rate" | "reschedule" | "update_order"): Toast | null {
  if (delivery === "sent") return null;
  return {
    title: t(`offline.queued.${type}`),
    description: t(`offline.queued.${type}.${navigator.onLine ? "online" : "offline"}`),
  };
}
