import { useState, type ReactElement } from "react";

import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addAmounts, formatChf } from "@/lib/money";
import { BlockedButton } from "@/ui/blocked-button";

import { ChargeLabel } from "../form/charge";
import { RecurringCardChoice } from "../form/recurring-card-choice";
import { dayOf } from "../series/occurrence-list";
import { useTakenBack, type ActFailure } from "../series/use-recurring-acts";

export type CardProps = {
  booking: RecurringBooking;
  now: number;
  isBusy: boolean;
  failure: ActFailure | null;
  /** `expectedCharge`: what is shown to be charged at once, in CHF. */
  onChoose: (paymentMethodId: string | null, expectedCharge: string) => void;
};

/** What another card is charged at once, for pickups whose payment is waiting. */
function dueOf({ occurrences }: RecurringBooking): (Occurrence & { amount: string })[] {
  // Bookings cached by an older version lack this field.
  return occurrences.flatMap((one) =>
    typeof one.chargedWithNewCard === "string" ? [{ ...one, amount: one.chargedWithNewCard }] : [],
  );
}

/** Chooses another card for a booking. */
export function RecurringCardForm({ booking, now, isBusy, failure, onChoose }: CardProps): ReactElement {
  const [cardId, setCardId] = useState(booking.paymentMethodId);
  useTakenBack(failure, () => setCardId(booking.paymentMethodId));
  const due = dueOf(booking);
  const charge = addAmounts(...due.map(({ amount }) => amount));
  return (
    <>
      <fieldset disabled={isBusy}>
        <RecurringCardChoice value={cardId} onChange={setCardId} />
      </fieldset>
      {due.map(({ id, date, amount }) => (
        <p key={id}>{t("recurring.card.due", { day: dayOf(date, now), amount: formatChf(amount) })}</p>
      ))}
      <BlockedButton
        variant="brand"
        why={cardId === booking.paymentMethodId ? t("recurring.card.same") : null}
        busy={isBusy}
        onClick={() => onChoose(cardId, charge)}
      >
        <ChargeLabel text={t("recurring.card.change")} amount={due.length > 0 ? charge : null} />
      </BlockedButton>
    </>
  );
}
