import { addressLine } from "@/resources/address-line";
import type { OrderCreate } from "@/resources/types";
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
