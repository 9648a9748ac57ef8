import { serviceFrom } from "./services";
import type { ServiceType } from "./types";

/** What a booking form is to begin with, as its address says it. */
export type BookingWish = {
  service?: ServiceType | null | undefined;
  /** An instant (ISO) to be picked up at. */
  at?: string | null | undefined;
  /** The id of an add-on that is wished. */
  extra?: string | null | undefined;
  /** The id of an order of the person's own that is repeated. */
  again?: string | null | undefined;
  /** The provider whose half-filled form in this tab goes on with somebody else. */
  like?: string | null | undefined;
};

function queryOf({ service, extra, again, at, like }: BookingWish, providerId?: string): string {
  const said = Object.entries({ providerId, service, extra, again, at, like }).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return said.length === 0 ? "" : `?${new URLSearchParams(said).toString()}`;
}

/** Nobody's form goes on as its own. */
function goneOnWith(wish: BookingWish, providerId: string): BookingWish {
  return wish.like === providerId ? { ...wish, like: null } : wish;
}

/** The booking form of a provider, with what is wished filled in. */
export function bookingLink(providerId: string, wish: BookingWish = {}): string {
  return `/booking${queryOf(goneOnWith(wish, providerId), providerId)}`;
}

/** Whom to choose for a booking; what is wished goes on with whoever is chosen. */
export function chooseProviderLink(wish: BookingWish): string {
  return `/booking${queryOf(wish)}`;
}

/** The page about a provider; what is wished goes on from there. */
export function providerLink(providerId: string, wish: BookingWish = {}): string {
  return `/providers/${providerId}${queryOf(goneOnWith(wish, providerId))}`;
}

/** What the address of a page wishes; where it names somebody who cannot be booked, their form goes on with whoever is chosen. */
export function wishFrom(query: URLSearchParams): BookingWish {
  return { service: serviceFrom(query), extra: query.get("extra"), at: query.get("at"), again: query.get("again"), like: query.get("like") ?? query.get("providerId") };
}
