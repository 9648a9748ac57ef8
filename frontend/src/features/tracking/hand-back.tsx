import { useState, type ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { lazyPart } from "@/ui/lazy-part";

const HandedBackOrder = lazyPart(async () => (await import("./handed-back-order")).HandedBackOrder);

/** What is to be known and done where the provider cannot do the order; and, on a screen that has seen it, who comes in the end. */
export function HandBack({ order, now }: { order: Order; now: number }): ReactElement | null {
  const { providerId, handBackBy } = order;
  const [seen, setSeen] = useState({ providerId, wasOpen: handBackBy !== null });
  if (handBackBy !== null) {
    if (!seen.wasOpen) setSeen({ providerId, wasOpen: true });
    return <HandedBackOrder order={order} by={handBackBy} now={now} />;
  }
  if (!seen.wasOpen || order.status !== "confirmed") return null;
  const name = providerName(order.provider);
  const isOther = providerId !== seen.providerId;
  return (
    <section role="status" className="card border-good bg-good-soft p-5">
      <h2 className="text-title font-bold">{t(isOther ? "tracking.handBack.taken" : "tracking.handBack.kept", { name })}</h2>
      <p className="mt-1">{t("tracking.handBack.stays", { time: dayTimeInSentence(order.pickupTime, now) })}</p>
    </section>
  );
}
