import { CircleAlert, CircleCheck, CirclePause, CircleSlash, CreditCard, Link2 } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { payingCard, usePaymentMethods } from "@/api/payments/use-payment-methods";
import { addOnsOf, addOnText } from "@/api/prices/add-ons";
import { workText } from "@/api/prices/amount";
import { providerName } from "@/api/providers/provider-name";
import type { PaymentMethod, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { nameAndExpiry } from "@/paying/saved-card-choices";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

import { rhythmOf } from "../plan";
import { dayOf } from "./occurrence-list";
import { nextPickup } from "./occurrences";

const ACTION = "inline-flex min-h-touch items-center font-semibold text-brand-ink underline-offset-4 hover:underline";

function StateBadge({ booking }: { booking: RecurringBooking }): ReactElement {
  if (!booking.isActive) {
    return <Badge icon={<CircleSlash aria-hidden className="size-3.5" />}>{t("recurring.list.inactive")}</Badge>;
  }
  if (booking.pausedUntil !== null) {
    return (
      <Badge tone="warn" icon={<CirclePause aria-hidden className="size-3.5" />}>
        {t("recurring.list.paused")}
      </Badge>
    );
  }
  return (
    <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3.5" />}>
      {t("recurring.list.active")}
    </Badge>
  );
}

/** Rhythm, provider, work and price. */
export function Summary({ booking }: { booking: RecurringBooking }): ReactElement {
  const { provider } = booking;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Avatar
        id={provider.id}
        firstName={provider.user.firstName}
        lastName={provider.user.lastName}
        imageUrl={provider.user.profileImageUrl}
      />
      <div className="min-w-0 grow basis-40">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="text-lead font-semibold">{rhythmOf(booking)}</h2>
          <StateBadge booking={booking} />
        </div>
        <p className="text-ink-soft">{providerName(provider)}</p>
        <p className="text-ink-soft">
          {workText(booking)}
          {addOnsOf(booking).length > 0 && <span className="block">{addOnsOf(booking).map(addOnText).join(", ")}</span>}
          <span className="block tabular-nums">
            {t("recurring.list.each", { amount: formatChf(booking.totalAmount) })}
          </span>
        </p>
      </div>
    </div>
  );
}

/** When the next pickup is; a date beyond those listed counts, unless it is one of them that does not take place. */
function nextText(booking: RecurringBooking, now: number): string {
  const next = nextPickup(booking, zurichDate(now));
  if (next !== null) return `${dayOf(next.date, now)}, ${next.time}`;
  const { nextBookingDate, preferredTime, occurrences } = booking;
  const isKnown = nextBookingDate !== null && occurrences.every(({ date }) => date !== nextBookingDate);
  return isKnown ? `${dayOf(nextBookingDate, now)}, ${preferredTime}` : "";
}

function paymentText(card: PaymentMethod | undefined): string {
  if (card === undefined) return t("recurring.card.link");
  return card.isExpired ? nameAndExpiry(card) : t("recurring.card.pays", { card: nameAndExpiry(card) });
}

type FactsProps = { booking: RecurringBooking; now: number; onChangeCard: () => void };

/** The next pickup, and its payment. */
export function Facts({ booking, now, onChangeCard }: FactsProps): ReactElement {
  const { cards } = usePaymentMethods();
  const card = cards && payingCard(cards, booking.paymentMethodId);
  const Icon = card === undefined ? Link2 : card.isExpired ? CircleAlert : CreditCard;
  return (
    <div className="mt-4 flex flex-col gap-3 rounded-md bg-sunken px-4 py-3 md:flex-row md:items-center md:justify-between">
      <p>
        <span className="block text-caption text-ink-soft">{t("recurring.list.next")}</span>
        <span className="font-semibold tabular-nums">{nextText(booking, now)}</span>
        {booking.pausedUntil !== null && (
          <span className="block text-caption text-ink-soft">
            {t("recurring.list.until", { day: dayOf(booking.pausedUntil, now) })}
          </span>
        )}
      </p>
      {cards !== undefined && (
        <p className="-my-2 flex flex-wrap items-center gap-x-2 text-caption">
          <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
          <span>{paymentText(card)}</span>
          {cards.every(({ isExpired }) => isExpired) ? (
            <Link to="/profile/payment-methods" className={ACTION}>
              {t("recurring.card.save")}
            </Link>
          ) : (
            <button type="button" onClick={onChangeCard} className={ACTION}>
              {t("recurring.card.change")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** The provider takes no more bookings: asks for another. */
export function Gone({ booking, onChoose }: { booking: RecurringBooking; onChoose: () => void }): ReactElement {
  return (
    <div role="alert" className="mt-4 flex gap-3 rounded-md bg-warn-soft px-4 py-3 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">{t("recurring.gone.title", { name: providerName(booking.provider) })}</p>
        <p>{t("recurring.gone.body")}</p>
        <Button variant="brand" size="sm" onClick={onChoose} className="mt-2">
          {t("recurring.gone.choose")}
        </Button>
      </div>
    </div>
  );
}
