import { useHasSavedCard } from "@/api/payments/use-payment-methods";
import { useNextPickup } from "@/api/recurring/use-recurring";
import type { RecurringBooking } from "@/api/types";

import { chargeText, dueAtOnce, type Charge } from "../form/charge";
import { patternFields, type Plan } from "../plan";

export type ChangeCharge = {
  /** When pickups are charged; null while none is. */
  text: string | null;
  /** What is charged at once, in CHF; null for nothing. */
  amount: string | null;
  /** What is shown to be due at once, by card or by a link to pay, in CHF. */
  expectedCharge: string;
};

type Change = {
  /** Null for a change that places nothing at once. */
  plan: Plan | null;
  /** The price of each pickup, in CHF. */
  price: string;
  /** The provider takes no bookings: until that ends nothing is placed. */
  isAway?: boolean;
  /** What the server has said to be due at once, in CHF; null if it has not refused. */
  refusedAt?: string | null;
};

/** What a change of a running booking charges, for pickups that are near then; null if it places nothing at once. */
export function useChangeCharge(
  booking: RecurringBooking,
  { plan, price, isAway = false, refusedAt = null }: Change,
): ChangeCharge | null {
  const { first } = useNextPickup(booking.id, plan === null || isAway ? null : patternFields(plan));
  // Without a valid card a link to pay is sent; while the cards are unknown, one may be charged.
  const hasCard = useHasSavedCard(true, booking.paymentMethodId) !== false;
  if (plan === null) return null;
  if (isAway && refusedAt === null) return { text: null, amount: null, expectedCharge: "0.00" };
  const charge: Charge = { amount: price, first, refusedAt };
  const due = dueAtOnce(charge);
  return {
    text: chargeText(charge, hasCard),
    amount: hasCard ? due : null,
    expectedCharge: due ?? "0.00",
  };
}
