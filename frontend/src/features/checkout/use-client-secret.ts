import { useState } from "react";
import useSWR from "swr";

import { api, idempotencyKey } from "@/resources/client";
import type { Order, PaymentIntent } from "@/resources/types";

/** Starts the payment of an order, once for each visit of its checkout; `retry` asks again after a failure. */
export function useClientSecret(order: Order): { clientSecret: string | undefined; error: unknown; isLoading: boolean; retry: () => void } {
  // A visit has a key of its own: what another visit was given may be over by now.
  const [visit] = useState(idempotencyKey);
  const { data, error, isValidating, mutate } = useSWR<PaymentIntent, unknown>(["/api/create-payment-intent", order.id, visit], () =>
    // The amount is only compared on the server; it never decides what is charged.
    api.post<PaymentIntent>(
      "/api/create-payment-intent",
      { amount: Number(order.totalAmount), orderId: order.id },
      { idempotencyKey: visit },
    ),
  );
  return { clientSecret: data?.clientSecret, error, isLoading: isValidating, retry: () => void mutate() };
}
