import { addressParts } from "@/api/addresses/address-line";
import { ApiError } from "@/api/http/api-error";
import type { Prices, RebookSuggestion, User } from "@/api/types";
import { useRebookSuggestion } from "@/api/orders/use-orders";
import { zurichDate, zurichTime } from "@/lib/dates";

import { draftFor, type Draft, type Prefill } from "./draft";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Of this millennium: the calendar counts in years of four digits, and so does whoever books.
const INSTANT = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function pickupAt(at: string): Pick<Draft, "pickup" | "isOwnTime"> | null {
  if (!INSTANT.test(at) || Number.isNaN(Date.parse(at))) return null;
  return { pickup: { date: zurichDate(at), time: zurichTime(at) }, isOwnTime: true };
}

/** An order that is repeated, as the form of a provider says it; the service that the address names goes before the order's. */
function filledIn(suggestion: RebookSuggestion, providerId: string, hasService: boolean): Partial<Draft> {
  const { provider, serviceType, weight, pickupAddress, specialInstructions, pickupTime, addOns } = suggestion;
  return {
    ...(hasService ? {} : { serviceType }),
    weight,
    note: specialInstructions,
    addOns: Object.fromEntries(addOns.map(({ id, quantity }) => [id, quantity])),
    ...(addressParts(pickupAddress) ?? {}),
    // When one provider is free says nothing of another.
    ...(pickupTime === null || provider.id !== providerId ? {} : pickupAt(pickupTime)),
  };
}

type Repeated = {
  /** Undefined for nothing, and while it is on its way. */
  suggestion: RebookSuggestion | undefined;
  isAwaited: boolean;
  /** Why the order could not be read; undefined, too, where there is none of the account's. */
  error: unknown;
  retry: () => Promise<unknown>;
};

/** The order that the address asks to repeat. */
export function useRepeated(query: URLSearchParams, user: User | null): Repeated {
  const repeatedId = query.get("again") ?? "";
  const isOrder = user !== null && UUID.test(repeatedId);
  const { suggestion, error, retry } = useRebookSuggestion(isOrder ? repeatedId : null);
  const isAnothers = error instanceof ApiError && error.status === 404;
  return {
    suggestion,
    isAwaited: isOrder && suggestion === undefined && error === undefined,
    error: isAnothers ? undefined : error,
    retry,
  };
}

/**
 * What the address asks to have filled in: an hour (`at`), an add-on (`extra`), an order that is repeated (`again`), the form that was begun for
 * another provider (`like`). Null for nothing, for what is damaged and for an order of somebody else's; undefined while the
 * order, or the prices, are on their way.
 */
export function usePrefill(
  query: URLSearchParams,
  user: User | null,
  prices: Prices | undefined,
): Prefill | null | undefined {
  const providerId = query.get("providerId") ?? "";
  const at = query.get("at") ?? "";
  const extra = query.get("extra") ?? "";
  const { suggestion, isAwaited } = useRepeated(query, user);
  if (prices === undefined || isAwaited) return undefined;
  const begun = query.has("like") ? draftFor(query.get("like") ?? "", user?.id ?? null, prices) : null;
  const repeated = suggestion === undefined ? {} : filledIn(suggestion, providerId, query.has("service"));
  const { serviceType, ...rest } = begun ?? {};
  const values = {
    ...repeated,
    ...(extra !== "" && { addOns: { [extra]: 1 } }),
    ...pickupAt(at),
    ...rest,
    ...(serviceType !== undefined && !query.has("service") && { serviceType }),
  };
  // What is changed in the other form meanwhile is filled in anew.
  const name = `${suggestion?.orderId ?? ""} ${at}${extra}${begun === null ? "" : ` ${JSON.stringify(begun)}`}`;
  return Object.keys(values).length === 0 ? null : { name, values };
}
