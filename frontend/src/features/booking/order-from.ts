import { priceWith } from "@/api/prices/add-on-prices";
import type { AddOnChoice } from "@/api/prices/add-ons";
import { addressLine } from "@/api/addresses/address-line";
import type { OrderCreate, Prices } from "@/api/types";
import { zurichToUtc } from "@/lib/dates";

import type { Draft } from "./draft";
import type { Pickup } from "./pickup-times";

/** The order that a form asks for, at the price that it shows. */
export function orderFrom(draft: Draft, addOns: AddOnChoice, pickup: Pickup, { providerId, customerId, prices }: { providerId: string; customerId: string; prices: Prices }): OrderCreate {
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
    expectedTotal: priceWith(prices, draft.serviceType, draft.weight, addOns).total,
    ...(Object.keys(addOns).length > 0 && { addOns: Object.entries(addOns).map(([id, quantity]) => ({ id, quantity })) }),
  };
}
