import { addressParts } from "@/resources/address-line";
import type { Habit, User } from "@/resources/types";
import { useOrderAgain } from "@/resources/use-orders";
import { zurichDate, zurichTime } from "@/lib/dates";

import type { Draft, Wish } from "./draft";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function pickupAt(at: string): Pick<Draft, "pickup" | "isOwnTime"> | null {
  if (!INSTANT.test(at) || Number.isNaN(Date.parse(at))) return null;
  return { pickup: { date: zurichDate(at), time: zurichTime(at) }, isOwnTime: true };
}

/** An order that is repeated, as the form says it; the service that the address names goes before the order's. */
function filledIn({ serviceType, weight, pickupAddress, specialInstructions, pickupTime }: Habit, hasService: boolean): Partial<Draft> {
  return {
    ...(hasService ? {} : { serviceType }),
    weight,
    note: specialInstructions,
    ...(addressParts(pickupAddress) ?? {}),
    ...(pickupTime === null ? {} : pickupAt(pickupTime)),
  };
}

/**
 * What the address asks to have filled in: an hour (`at`), an order that is repeated (`again`). Null for nothing, for what is
 * damaged and for an order of somebody else's; undefined while the order is on its way.
 */
export function useWish(query: URLSearchParams, user: User | null): Wish | null | undefined {
  const at = query.get("at") ?? "";
  const again = query.get("again") ?? "";
  const isOrder = user !== null && UUID.test(again);
  const { habit, error } = useOrderAgain(isOrder ? again : null);
  if (isOrder && habit === undefined && error === undefined) return undefined;
  const order = habit?.provider.id === query.get("providerId") ? habit : undefined;
  const values = { ...(order === undefined ? {} : filledIn(order, query.has("service"))), ...pickupAt(at) };
  return Object.keys(values).length === 0 ? null : { name: `${order?.orderId ?? ""} ${at}`, values };
}
