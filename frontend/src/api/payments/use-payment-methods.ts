import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useHeldWrite, useWrite, type HeldWrite } from "@/api/http/use-write";
import type { PaymentMethod } from "@/api/types";

type PaymentMethods = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  cards: PaymentMethod[] | undefined;
  /** Has the server save the card of a SetupIntent. Safe to repeat. */
  save: (setupIntentId: string) => Promise<PaymentMethod>;
  makeDefault: (id: string) => Promise<unknown>;
  remove: (id: string) => HeldWrite;
};

/** The account's cards. A card saved with a payment appears a moment later, so each visit fetches again. */
export function usePaymentMethods(): PaymentMethods {
  const { data: cards, error, isBusy, retry } = useRead(keys.paymentMethods, "checked");
  return { cards, error, isBusy, retry, ...useCardWrites() };
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

/** The same writes, for screens without the list. */
export function useCardWrites(): Pick<PaymentMethods, "save" | "makeDefault" | "remove"> {
  const write = useWrite();
  const hold = useHeldWrite();
  const outdated = [below(keys.paymentMethods)];
  return {
    save: (setupIntentId) => write("post", "/api/payment-methods", { body: { setupIntentId } }, outdated),
    makeDefault: (id) => write("post", "/api/payment-methods/{card_id}/default", { path: { card_id: id } }, outdated),
    remove: (id) => hold("delete", "/api/payment-methods/{card_id}", { path: { card_id: id } }, outdated),
  };
}
