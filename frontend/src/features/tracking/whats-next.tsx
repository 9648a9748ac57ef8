import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import type { Order } from "@/resources/types";
import { useAlternatives } from "@/resources/use-orders";
import { t } from "@/i18n/i18n";
import { formatDayTime } from "@/lib/dates";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { NeighbourOffers } from "@/ui/neighbour-offers";

/** The booking form of a provider, filled in as an order was. */
function bookingLike(order: Order, providerId: string): string {
  return `/booking?${new URLSearchParams({ providerId, service: order.serviceType, again: order.id }).toString()}`;
}

/** After a good end: the same once more, or every week. */
export function Again({ order }: { order: Order }): ReactElement | null {
  if (order.status !== "completed") return null;
  const to = bookingLike(order, order.providerId);
  return (
    <SectionCard title={t("tracking.again.title")}>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="brand" to={to}>
          {t("tracking.again.reorder")}
        </ButtonLink>
        {order.recurringBookingId === null && <ButtonLink to={`${to}#recurring`}>{t("tracking.again.weekly")}</ButtonLink>}
      </div>
    </SectionCard>
  );
}

/** After an end that the customer did not want: neighbours who have that hour free, one tap to the same booking with them. */
export function Alternatives({ order, now }: { order: Order; now: number }): ReactElement | null {
  const navigate = useNavigate();
  const { alternatives } = useAlternatives(order.status === "cancelled" ? order.id : null);
  if (alternatives === undefined || alternatives.length === 0) return null;
  return (
    <SectionCard title={t("tracking.instead.title")}>
      <p className="text-ink-soft">{t("tracking.instead.body", { time: formatDayTime(order.pickupTime, now) })}</p>
      <NeighbourOffers neighbours={alternatives} onChoose={(id) => void navigate(bookingLike(order, id))} />
    </SectionCard>
  );
}
