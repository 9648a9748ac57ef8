import { useState } from "react";
import useSWR from "swr";

import { api, idempotencyKey } from "@/resources/client";
import { addressOf, keys } from "@/resources/keys";
import type { PaymentIntent, PayLink } from "@/resources/types";
import type { Secret } from "@/paying/stripe-elements";

/** What Stripe needs for the order's one payment, asked for once for each visit. */
export function useLinkSecret(token: string): Secret {
  const [visit] = useState(idempotencyKey);
  const path = `${addressOf(keys.payLink(token))}/payment-intent`;
  const { data, error, isValidating, mutate } = useSWR<PaymentIntent, unknown>(["pay-link-intent", token, visit], () =>
    api.post<PaymentIntent>(path),
  );
  return { clientSecret: data?.clientSecret, error, isLoading: isValidating, retry: () => void mutate() };
}

/** Has the server ask Stripe how the payment stands; answers what the link shows then. Safe to repeat. */
export function settleLink(token: string): Promise<PayLink> {
  return api.post<PayLink>(`${addressOf(keys.payLink(token))}/payment-return`);
}
