import { choiceOf } from "@/api/prices/add-ons";
import { addressParts } from "@/api/addresses/address-line";
import { ApiError } from "@/api/http/api-error";
import type { Prices, RebookSuggestion, User } from "@/api/types";
import { useRebookSuggestion } from "@/api/orders/use-orders";
import { zurichDate, zurichTime } from "@/lib/dates";

import { draftFor, type Draft, type Prefill } from "./draft";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Only years from 2000 to 2999, so that dates have the format of the calendar.
const INSTANT = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function pickupAt(at: string): Pick<Draft, "pickup" | "isOwnTime"> | null {
  if (!INSTANT.test(at) || Number.isNaN(Date.parse(at))) return null;
  return { pickup: { date: zurichDate(at), time: zurichTime(at) }, isOwnTime: true };
}

/** An order to repeat as form values; a service in the URL wins over the order's. */
function filledIn(suggestion: RebookSuggestion, providerId: string, hasService: boolean): Partial<Draft> {
  const { provider, serviceType, weight, pickupAddress, specialInstructions, pickupTime, addOns } = suggestion;
  return {
    ...(hasService ? {} : { serviceType }),
    weight,
    note: specialInstructions,
    addOns: choiceOf({ addOns }),
    ...(addressParts(pickupAddress) ?? {}),
    // Another provider has other free times.
    ...(pickupTime === null || provider.id !== providerId ? {} : pickupAt(pickupTime)),
  };
}

type Repeated = {
  /** Undefined for none, and while loading. */
  suggestion: RebookSuggestion | undefined;
  isAwaited: boolean;
  /** Why the order could not be loaded; undefined also if the account has no such order. */
  error: unknown;
  retry: () => Promise<unknown>;
};

/** The order that the URL asks to repeat. */
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
 * Prefill from the URL: a time (`at`), add-ons (`extra`), an order to repeat (`again`), the draft for another
 * provider (`like`). Null for none, if invalid, and for an order of another account; undefined while order or prices
 * are loading.
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
  const repeated: Partial<Draft> =
    suggestion === undefined ? {} : filledIn(suggestion, providerId, query.has("service"));
  const named = extra.split(",");
  const addOns = Object.fromEntries(prices.addOns.filter(({ id }) => named.includes(id)).map(({ id }) => [id, 1]));
  const { serviceType, ...rest } = begun ?? {};
  const values = {
    ...repeated,
    ...(Object.keys(addOns).length > 0 && { addOns: { ...repeated.addOns, ...addOns } }),
    ...pickupAt(at),
    ...rest,
    ...(serviceType !== undefined && !query.has("service") && { serviceType }),
  };
  // The draft is part of the name, so that changes to it are applied.
  const name = `${suggestion?.orderId ?? ""} ${at}${extra}${begun === null ? "" : ` ${JSON.stringify(begun)}`}`;
  return Object.keys(values).length === 0 ? null : { name, values };
}
