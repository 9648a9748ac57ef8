import { useState } from "react";
import { useSWRConfig } from "swr";

import { addressLine } from "@/api/address-line";
import { api } from "@/api/client";
import { below, keys } from "@/api/keys";
import { useRefresh } from "@/api/refresh";
import type { Order, OrderCreate } from "@/api/types";
import { useAttemptKey } from "@/api/use-attempt-key";
import { zurichToUtc } from "@/lib/dates";

import type { Draft } from "./draft";
import type { Pickup } from "./pickup-times";

/** The order that a form asks for. */
export function orderFrom(draft: Draft, pickup: Pickup, providerId: string, customerId: string): OrderCreate {
  const address = addressLine(draft);
  return {
    customerId,
    providerId,
    serviceType: draft.serviceType,
    weight: draft.weight,
    pickupAddress: address,
    deliveryAddress: address,
    pickupTime: zurichToUtc(pickup.date, pickup.time),
    specialInstructions: draft.note.trim(),
  };
}

/** Places orders. The same order asked for again, after an answer that got lost, has the same Idempotency-Key. */
export function usePlaceOrder(): { isPlacing: boolean; place: (order: OrderCreate) => Promise<Order> } {
  const { mutate } = useSWRConfig();
  const refresh = useRefresh();
  const [isPlacing, setIsPlacing] = useState(false);
  const keyFor = useAttemptKey();

  const place = async (order: OrderCreate): Promise<Order> => {
    setIsPlacing(true);
    try {
      const placed = await api.post<Order>("/api/orders", order, { idempotencyKey: keyFor(order) });
      await Promise.all([refresh(below(["/api/orders"])), refresh(below(["/api/time-slots"]))]);
      await mutate(keys.order(placed.id), placed, { revalidate: false });
      return placed;
    } finally {
      setIsPlacing(false);
    }
  };

  return { isPlacing, place };
}
