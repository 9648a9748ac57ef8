import { addressLine } from "@/api/addresses/address-line";
import type { Placed } from "@/api/orders/use-place-order";
import { addOnsBody } from "@/api/prices/add-ons";
import type { OrderCreate } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichToUtc } from "@/lib/dates";
import { sayElsewhere } from "@/ui/overlay/say-elsewhere";
import { showToast } from "@/ui/overlay/toast";

import type { Draft } from "./draft";
import type { Pickup } from "./pickup-times";
import type { DraftState } from "./use-draft";

/** The request body, with the total that the form shows. */
export function orderFrom(
  draft: Draft,
  { addOns, price }: Pick<DraftState, "addOns" | "price">,
  pickup: Pickup,
  { providerId, customerId }: { providerId: string; customerId: string },
): OrderCreate {
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
    expectedTotal: price.totalAmount,
    ...(Object.keys(addOns).length > 0 && {
      addOns: addOnsBody(addOns),
    }),
  };
}

/** Shows a toast for the result; with a button to go on (`goOn`) for somebody who has left the form meanwhile. */
export function showOutcome({ outcome }: Placed, goOn: (() => void) | null): void {
  const isNew = outcome === "new";
  const title = t(isNew || outcome === "again" ? "booking.toast.created" : "booking.toast.placed");
  const stands = t(`booking.toast.${isNew ? "open" : outcome}.body`);
  if (goOn !== null) sayElsewhere({ title, description: stands }, t("booking.toast.goOn"), goOn);
  else showToast({ title, description: isNew ? t("booking.toast.created.body") : stands });
}
