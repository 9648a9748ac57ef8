import { keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { PaymentMethod } from "@/api/types";

type PaymentMethods = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { cards: PaymentMethod[] | undefined };

/** The account's cards. A card saved with a payment appears a moment later, so each visit fetches again. */
export function usePaymentMethods(): PaymentMethods {
  const { data: cards, error, isBusy, retry } = useRead(keys.paymentMethods, "checked");
  return { cards, error, isBusy, retry };
}

/** The card that pays a recurring booking: the chosen one while it is there, else the default one. */
export function payingCard(cards: readonly PaymentMethod[], chosen: string | null): PaymentMethod | undefined {
  return cards.find(({ id }) => id === chosen) ?? cards.find(({ isDefault }) => isDefault);
}

/** Whether the card that pays is a valid one; undefined while it is unknown, and for a visitor. */
export function useHasSavedCard(isSignedIn: boolean, chosen: string | null): boolean | undefined {
  const { data: cards } = useRead(isSignedIn ? keys.paymentMethods : null, "checked");
  return cards && payingCard(cards, chosen)?.isExpired === false;
}
