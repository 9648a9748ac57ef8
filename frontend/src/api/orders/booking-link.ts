import { serviceFrom } from "@/api/prices/services";
import type { ServiceType } from "@/api/types";

/** Prefill of a booking form, as in its URL's query. */
export type BookingPrefill = {
  service?: ServiceType | null | undefined;
  /** Pickup time (ISO instant). */
  at?: string | null | undefined;
  /** The ids of add-ons to select, with commas between. */
  extra?: string | null | undefined;
  /** The id of an own order to repeat. */
  again?: string | null | undefined;
  /** The id of the provider whose draft in this tab is taken over. */
  like?: string | null | undefined;
};

function queryOf({ service, extra, again, at, like }: BookingPrefill, providerId?: string): string {
  const parameters = Object.entries({ providerId, service, extra, again, at, like }).filter(
    (entry): entry is [string, string] => Boolean(entry[1]),
  );
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters).toString()}`;
}

/** Drops `like` if it names the same provider. */
function goneOnWith(prefill: BookingPrefill, providerId: string): BookingPrefill {
  return prefill.like === providerId ? { ...prefill, like: null } : prefill;
}

/** The booking form of a provider, prefilled. */
export function bookingLink(providerId: string, prefill: BookingPrefill = {}): string {
  return `/booking${queryOf(goneOnWith(prefill, providerId), providerId)}`;
}

/** The page to choose a provider on; it passes the prefill on. */
export function chooseProviderLink(prefill: BookingPrefill): string {
  return `/booking${queryOf(prefill)}`;
}

/** Home, with the chosen service and add-ons for whomever is chosen there. */
export function homeLink({ service, extra }: BookingPrefill): string {
  return `/${queryOf({ service, extra })}`;
}

/** A provider's page; it passes the prefill on. */
export function providerLink(providerId: string, prefill: BookingPrefill = {}): string {
  return `/providers/${providerId}${queryOf(goneOnWith(prefill, providerId))}`;
}

/**
 * Reads the prefill from a page's query. If its provider cannot be booked, `like` passes their draft on to the chosen
 * one.
 */
export function prefillFrom(query: URLSearchParams): BookingPrefill {
  return {
    service: serviceFrom(query),
    extra: query.get("extra"),
    at: query.get("at"),
    again: query.get("again"),
    like: query.get("like") ?? query.get("providerId"),
  };
}
