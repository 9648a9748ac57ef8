import { addressParts } from "@/resources/address-line";
import type { Habit, Prices, User } from "@/resources/types";
import { useOrderAgain } from "@/resources/use-orders";
import { zurichDate, zurichTime } from "@/lib/dates";

import { draftFor, type Draft, type Wish } from "./draft";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Of this millennium: the calendar counts in years of four digits, and so does whoever books.
const INSTANT = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function pickupAt(at: string): Pick<Draft, "pickup" | "isOwnTime"> | null {
  if (!INSTANT.test(at) || Number.isNaN(Date.parse(at))) return null;
  return { pickup: { date: zurichDate(at), time: zurichTime(at) }, isOwnTime: true };
}

/** An order that is repeated, as the form of a provider says it; the service that the address names goes before the order's. */
function filledIn(habit: Habit, providerId: string, hasService: boolean): Partial<Draft> {
  const { provider, serviceType, weight, pickupAddress, specialInstructions, pickupTime } = habit;
  return {
    ...(hasService ? {} : { serviceType }),
    weight,
    note: specialInstructions,
    ...(addressParts(pickupAddress) ?? {}),
    // When one provider is free says nothing of another.
    ...(pickupTime === null || provider.id !== providerId ? {} : pickupAt(pickupTime)),
  };
}

/**
 * What the address asks to have filled in: an hour (`at`), an order that is repeated (`again`), the form that was begun for
 * another provider (`like`). Null for nothing, for what is damaged and for an order of somebody else's; undefined while the
 * order, or the prices, are on their way.
 */
export function useWish(query: URLSearchParams, user: User | null, prices: Prices | undefined): Wish | null | undefined {
  const providerId = query.get("providerId") ?? "";
  const at = query.get("at") ?? "";
  const again = query.get("again") ?? "";
  const isOrder = user !== null && UUID.test(again);
  const { habit, error } = useOrderAgain(isOrder ? again : null);
  if (prices === undefined || (isOrder && habit === undefined && error === undefined)) return undefined;
  const begun = query.has("like") ? draftFor(query.get("like") ?? "", user?.id ?? null, prices) : null;
  const repeated = habit === undefined ? {} : filledIn(habit, providerId, query.has("service"));
  const { serviceType, ...rest } = begun ?? {};
  const values = { ...repeated, ...pickupAt(at), ...rest, ...(serviceType !== undefined && !query.has("service") && { serviceType }) };
  // What is changed in the other form meanwhile is wished anew.
  const name = `${habit?.orderId ?? ""} ${at}${begun === null ? "" : ` ${JSON.stringify(begun)}`}`;
  return Object.keys(values).length === 0 ? null : { name, values };
}
