import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useWrite } from "@/api/http/use-write";
import type { PaymentMethod } from "@/api/types";

type PaymentMethods = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  cards: PaymentMethod[] | undefined;
  /** Has the server keep the card that Stripe was given. Safe to repeat. */
  save: (setupIntentId: string) => Promise<PaymentMethod>;
  makeDefault: (id: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

/** The cards of an account. One that was saved with a payment arrives a moment after it: each visit asks anew. */
export function usePaymentMethods(): PaymentMethods {
  const { data: cards, error, isBusy, retry } = useRead(keys.paymentMethods, "checked");
  return { cards, error, isBusy, retry, ...useCardWrites() };
}

/** The same writes where the list is not on the screen. */
export function useCardWrites(): Pick<PaymentMethods, "save" | "makeDefault" | "remove"> {
  const write = useWrite();
  const outdated = [below(keys.paymentMethods)];
  return {
    save: (setupIntentId) => write("post", "/api/payment-methods", { body: { setupIntentId } }, outdated),
    makeDefault: (id) => write("post", "/api/payment-methods/{card_id}/default", { path: { card_id: id } }, outdated),
    remove: (id) => write("delete", "/api/payment-methods/{card_id}", { path: { card_id: id } }, outdated),
  };
}
