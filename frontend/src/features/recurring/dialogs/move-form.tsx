import { useState, type ReactElement } from "react";

import { useHasSavedCard } from "@/api/payments/use-payment-methods";
import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays, zurichToUtc } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { SecondPickup } from "@/paying/confirm-again";
import { BlockedButton } from "@/ui/blocked-button";
import { lazyPart } from "@/ui/lazy-part";

import { ChargeLabel } from "../form/charge";
import type { When } from "../series/move-times";
import { dayOf } from "../series/occurrence-list";
import { useTakenBack, type ActFailure } from "../series/use-recurring-acts";
import type { RenderCalendar } from "./move-dialog";

/** Slots exist for 28 days, today included; for later days there is only the provider's week. */
const DAYS_WITH_SLOTS = 27;
/** How long before its pickup an order is placed and charged, in milliseconds. */
const PLACED_BEFORE = 48 * 3_600_000;

// Loaded on demand: few users move pickups that far away.
const DateAndTime = lazyPart(async () => (await import("../series/move-times")).DateAndTime);

/** The days of the series' other pickups: it comes once a day, also in place of one that is skipped. */
function daysOfOthers({ occurrences }: RecurringBooking, moved: Occurrence): string[] {
  return occurrences.filter(({ id }) => id !== moved.id).flatMap(({ date, originalDate }) => [date, originalDate]);
}

const isSameTime = (one: When, other: When | null): boolean => one.date === other?.date && one.time === other.time;

/** What moving a pickup to a time charges at once, in CHF, as its order is placed then; null for nothing. */
function dueWith(when: When, { status }: Occurrence, price: string, now: number): string | null {
  const isNear = Date.parse(zurichToUtc(when.date, when.time)) - PLACED_BEFORE <= now;
  return status === "planned" && isNear ? price : null;
}

export type MoveProps = {
  booking: RecurringBooking;
  occurrence: Occurrence;
  now: number;
  today: string;
  isBusy: boolean;
  failure: ActFailure | null;
  calendar: RenderCalendar;
  /**
   * `expectedCharge`: what is shown to be charged at once, in CHF. `takesSecond`: beside another pickup of the customer
   * at that hour.
   */
  onMove: (when: When, expectedCharge: string, takesSecond: boolean) => void;
};

/** Chooses the new time of a pickup, and names what is charged at once for it. */
export function MoveForm(props: MoveProps): ReactElement {
  const { booking, occurrence, now, today, isBusy, failure, calendar, onMove } = props;
  const former: When = { date: occurrence.date, time: occurrence.time };
  const [when, setWhen] = useState<When>(former);
  const [sent, setSent] = useState<When | null>(null);
  // The time for which a second pickup is wanted.
  const [agreed, setAgreed] = useState<When | null>(null);
  useTakenBack(failure, () => setWhen(former));
  // Without a valid card a link to pay is sent; while the cards are unknown, one may be charged.
  const hasCard = useHasSavedCard(true, booking.paymentMethodId) !== false;
  const hasSlots = occurrence.date <= addDays(today, DAYS_WITH_SLOTS);
  const isSame = isSameTime(when, former);
  const missing = isSame || when.date === "" || when.time === "" ? t("recurring.move.needsTime") : null;
  // What was refused for another time says nothing of this one.
  const refused = isSameTime(when, sent) ? failure : null;
  const refusedAt = refused?.chargedAtOnce ?? null;
  const due = missing === null ? (refusedAt ?? dueWith(when, occurrence, booking.totalAmount, now)) : null;
  const move = (takesSecond: boolean): void => {
    setSent(when);
    onMove(when, due ?? "0.00", takesSecond);
  };
  const moveAnyway = (): void => {
    setAgreed(when);
    move(true);
  };
  return (
    <>
      <fieldset disabled={isBusy} className="contents">
        {hasSlots ? (
          calendar({
            providerId: occurrence.providerId,
            chosen: isSame ? null : { date: when.date, startTime: when.time },
            startAt: occurrence.date,
            without: daysOfOthers(booking, occurrence),
            onChoose: ({ date, startTime }) => setWhen({ date, time: startTime }),
          })
        ) : (
          <DateAndTime booking={booking} occurrence={occurrence} value={when} today={today} onChange={setWhen} />
        )}
      </fieldset>
      {due !== null && (
        <p aria-live="polite">
          {t(hasCard ? "recurring.near.charged" : "recurring.near.link", {
            day: dayOf(when.date, now),
            time: when.time,
            amount: formatChf(due),
          })}
        </p>
      )}
      <SecondPickup error={refused?.error} onAnyway={moveAnyway} />
      <BlockedButton
        variant="brand"
        why={missing}
        busy={isBusy}
        onClick={() => move(isSameTime(when, agreed))}
        className="sticky bottom-0 bg-surface"
      >
        <ChargeLabel text={t("recurring.move.confirm")} amount={hasCard ? due : null} />
      </BlockedButton>
    </>
  );
}
