import { serviceFrom } from "@/api/prices/services";
import type { ServiceType } from "@/api/types";

/** What a booking form is to begin with, as its address says it. */
export type BookingPrefill = {
  service?: ServiceType | null | undefined;
  /** An instant (ISO) to be picked up at. */
  at?: string | null | undefined;
  /** The id of an add-on that is to be booked. */
  extra?: string | null | undefined;
  /** The id of an order of the person's own that is repeated. */
  again?: string | null | undefined;
  /** The provider whose half-filled form in this tab goes on with somebody else. */
  like?: string | null | undefined;
};

function queryOf({ service, extra, again, at, like }: BookingPrefill, providerId?: string): string {
  const parameters = Object.entries({ providerId, service, extra, again, at, like }).filter(
    (entry): entry is [string, string] => Boolean(entry[1]),
  );
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters).toString()}`;
}

/** Nobody's form goes on as its own. */
function goneOnWith(prefill: BookingPrefill, providerId: string): BookingPrefill {
  return prefill.like === providerId ? { ...prefill, like: null } : prefill;
}

/** The booking form of a provider, prefilled. */
export function bookingLink(providerId: string, prefill: BookingPrefill = {}): string {
  return `/booking${queryOf(goneOnWith(prefill, providerId), providerId)}`;
}

/** Whom to choose for a booking; the prefill goes on with whoever is chosen. */
export function chooseProviderLink(prefill: BookingPrefill): string {
  return `/booking${queryOf(prefill)}`;
}

/** The page about a provider; the prefill goes on from there. */
export function providerLink(providerId: string, prefill: BookingPrefill = {}): string {
  return `/providers/${providerId}${queryOf(goneOnWith(prefill, providerId))}`;
}

/** The prefill in the address of a page; where it names somebody who cannot be booked, their form goes on with whoever is chosen. */
export function prefillFrom(query: URLSearchParams): BookingPrefill {
  return {
    service: serviceFrom(query),
    extra: query.get("extra"),
    at: query.get("at"),
    again: query.get("again"),
    like: query.get("like") ?? query.get("providerId"),
  };
}
