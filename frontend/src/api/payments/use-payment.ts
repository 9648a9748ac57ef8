import { useCallback, useState } from "react";
import useSWR from "swr";

import { below, keys } from "@/api/cache/keys";
import { useShow } from "@/api/cache/offline-fallback";
import { useRefresh } from "@/api/cache/refresh";
import { call, idempotencyKey } from "@/api/http/client";
import { useWrite } from "@/api/http/use-write";
import { forgetOrdered } from "@/api/orders/ordered-draft";
import type { Order, PaymentIntent } from "@/api/types";

/** The client secret that Stripe's form needs. */
export type Secret = {
  clientSecret: string | undefined;
  /** Whether the card can be saved with the payment. */
  canSaveCard: boolean;
  error: unknown;
  isLoading: boolean;
  retry: () => void;
};

type Begun = PaymentIntent & { canSaveCard?: boolean };

/** Fetched once per visit: the secret of an earlier visit may have expired. `retry` fetches again after a failure. */
function useSecret(name: readonly string[], begin: (visit: string) => Promise<{ data: Begun }>): Secret {
  const [visit] = useState(idempotencyKey);
  const { data, error, isValidating, mutate } = useSWR<Begun, unknown>(
    [...name, visit],
    async () => (await begin(visit)).data,
  );
  return {
    clientSecret: data?.clientSecret,
    canSaveCard: data?.canSaveCard === true,
    error,
    isLoading: isValidating,
    retry: () => void mutate(),
  };
}

/** Starts an order's payment. The amount is only compared on the server; it does not decide what is charged. */
export function useOrderSecret({ id, totalAmount }: Order): Secret {
  return useSecret(["order-secret", id], (visit) =>
    call("post", "/api/create-payment-intent", {
      body: { amount: Number(totalAmount), orderId: id },
      idempotencyKey: visit,
    }),
  );
}

/** Prepares a payment with a saved card; resolves with the client secret. Nothing is charged yet. */
export function useSavedCardSecret(): (order: Order, paymentMethodId: string) => Promise<string> {
  const write = useWrite();
  return async ({ id, totalAmount }, paymentMethodId) => {
    const body = { amount: Number(totalAmount), orderId: id, paymentMethodId };
    return (await write("post", "/api/create-payment-intent", { body })).clientSecret;
  };
}

/** Starts a payment by link, signed in or not. */
export function useLinkSecret(token: string): Secret {
  return useSecret(["link-secret", token], () =>
    call("post", "/api/pay-links/{token}/payment-intent", { path: { token } }),
  );
}

/** Starts saving a card. */
export function useCardSecret(): Secret {
  return useSecret(["card-secret"], () => call("post", "/api/payment-methods/setup"));
}

/** Tells the server, before a payment, whether to save the card. */
export function useSaveCardChoice({ id, totalAmount }: Order): (saveCard: boolean) => Promise<unknown> {
  const write = useWrite();
  return (saveCard) =>
    write("post", "/api/create-payment-intent", { body: { amount: Number(totalAmount), orderId: id, saveCard } });
}

/**
 * Has the server fetch the payment's state from Stripe; returns the updated order. Safe to repeat.
 */
export async function settlePayment(orderId: string): Promise<Order> {
  const { data: order } = await call("post", "/api/orders/{order_id}/payment-return", { path: { order_id: orderId } });
  forgetOrdered(order);
  return order;
}

/** `settlePayment`, and shows the result on every screen. */
export function useSettlePayment(): (orderId: string) => Promise<Order> {
  const show = useShow();
  const refresh = useRefresh();
  return useCallback(
    async (orderId) => {
      try {
        const order = await settlePayment(orderId);
        await show(keys.order(orderId), { data: order, etag: null });
        return order;
      } finally {
        void refresh(below("/api/orders"));
      }
    },
    [show, refresh],
  );
}
