import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import { providerName } from "@/api/providers/provider-name";
import { bookingLink, chooseProviderLink } from "@/api/orders/booking-link";
import type { Order } from "@/api/types";
import { useAlternatives } from "@/api/orders/use-orders";
import { t } from "@/i18n/i18n";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ProviderOffers } from "@/ui/provider-offers";

/** After completion: book again, or every week. */
export function RebookCard({ order }: { order: Order }): ReactElement | null {
  if (order.status !== "completed") return null;
  const to = bookingLink(order.providerId, { again: order.id });
  return (
    <SectionCard title={t("tracking.again.title")}>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="brand" to={to}>
          {t("tracking.again.reorder")}
        </ButtonLink>
        {order.recurringBookingId === null && (
          <ButtonLink to={`${to}#recurring`}>{t("tracking.again.weekly")}</ButtonLink>
        )}
      </div>
    </SectionCard>
  );
}

/** After an order failed: providers who are free at that time, with a prefilled booking, and all others. */
export function Alternatives({ order, now }: { order: Order; now: number }): ReactElement | null {
  const navigate = useNavigate();
  const { alternatives, error } = useAlternatives(order.status === "cancelled" ? order.id : null);
  if (alternatives === undefined && error === undefined) return null;
  const at = Date.parse(order.pickupTime) > now ? order.pickupTime : null;
  const prefill = { service: order.serviceType, again: order.id, at };
  const offers = alternatives ?? [];
  const hasOffers = offers.length > 0;
  return (
    <SectionCard title={t(hasOffers ? "tracking.instead.title" : "tracking.instead.none")}>
      {hasOffers && (
        <p className="text-ink-soft">{t("tracking.instead.body", { time: pickupWindowInSentence(order, now) })}</p>
      )}
      <ProviderOffers
        nameOf={providerName}
        providers={offers}
        onChoose={(id) => void navigate(bookingLink(id, prefill))}
      />
      <ButtonLink to={chooseProviderLink(prefill)} className="mt-3">
        {t("tracking.instead.choose")}
      </ButtonLink>
    </SectionCard>
  );
}
