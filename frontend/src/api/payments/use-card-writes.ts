import { below, keys } from "@/api/cache/keys";
import { useHeldWrite, useWrite, type HeldWrite } from "@/api/http/use-write";
import type { PaymentMethod } from "@/api/types";

export type CardWrites = {
  /** Has the server save the card of a SetupIntent. Safe to repeat. */
  save: (setupIntentId: string) => Promise<PaymentMethod>;
  makeDefault: (id: string) => Promise<unknown>;
  remove: (id: string) => HeldWrite;
};

/** Changes of the account's saved cards. */
export function useCardWrites(): CardWrites {
  const write = useWrite();
  const hold = useHeldWrite();
  const outdated = [below(keys.paymentMethods)];
  return {
    save: (setupIntentId) => write("post", "/api/payment-methods", { body: { setupIntentId } }, outdated),
    makeDefault: (id) => write("post", "/api/payment-methods/{card_id}/default", { path: { card_id: id } }, outdated),
    remove: (id) => hold("delete", "/api/payment-methods/{card_id}", { path: { card_id: id } }, outdated),
  };
}
