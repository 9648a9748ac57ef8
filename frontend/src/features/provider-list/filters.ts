import { useMemo } from "react";

import { serviceFrom } from "@/api/prices/services";
import type { ListedProvider, ServiceType } from "@/api/types";
import { addDays, zurichDate, zurichToUtc } from "@/lib/dates";

import { useQuery } from "./list-address";
import { bestRatedFirst, earliestFirst } from "./order";

/** What can leave somebody out of the list. Every provider offers every service, at one price: these cannot. */
export const CONDITIONS = ["today", "rating", "eco"] as const;
export type Condition = (typeof CONDITIONS)[number];
export const SORTS = ["nearest", "soonest", "rated"] as const;
type Sort = (typeof SORTS)[number];

/** How the list is looked at: what is to be booked, who is left out, and who stands first. */
export type Filters = { service: ServiceType | null; conditions: readonly Condition[]; sort: Sort };
export const NO_FILTERS: Filters = { service: null, conditions: [], sort: "nearest" };

/** Stars from which a provider is well rated. */
export const GOOD_RATING = 4.5;
const IN_ADDRESS: Record<Condition, string> = { today: "1", rating: String(GOOD_RATING), eco: "1" };
// Specialities are the providers' own words, in any of the country's languages.
const ECO = /(^|[^\p{L}])(eco|éco|öko|oeko)/iu;

/** What an address says; whatever else stands in it (an old link, somebody's own work) is no filter. */
function filtersIn(query: URLSearchParams): Filters {
  return {
    service: serviceFrom(query),
    conditions: CONDITIONS.filter((condition) => query.get(condition) === IN_ADDRESS[condition]),
    sort: SORTS.find((sort) => sort === query.get("sort")) ?? "nearest",
  };
}

function writeFilters(next: URLSearchParams, { service, conditions, sort }: Filters): void {
  const put = (name: string, value: string | null): void =>
    value === null ? next.delete(name) : next.set(name, value);
  put("service", service);
  for (const condition of CONDITIONS) put(condition, conditions.includes(condition) ? IN_ADDRESS[condition] : null);
  put("sort", sort === "nearest" ? null : sort);
}

/** How many filters there are to be cleared: an order leaves nobody out. */
export function filterCount({ service, conditions }: Filters): number {
  return conditions.length + (service === null ? 0 : 1);
}

/** Those who meet every condition, in the order that is chosen; the nearest first where none is. */
export function filteredProviders(
  providers: readonly ListedProvider[],
  { conditions, sort }: Filters,
  now: number,
): readonly ListedProvider[] {
  const midnight = Date.parse(zurichToUtc(addDays(zurichDate(now), 1), "00:00"));
  const meets: Record<Condition, (provider: ListedProvider) => boolean> = {
    today: ({ nextFreeAt }) => nextFreeAt !== null && Date.parse(nextFreeAt) > now && Date.parse(nextFreeAt) < midnight,
    rating: ({ rating }) => rating >= GOOD_RATING,
    eco: ({ specialties }) => specialties.some((specialty) => ECO.test(specialty)),
  };
  const left = providers.filter((provider) => conditions.every((condition) => meets[condition](provider)));
  if (sort === "soonest") return earliestFirst(left);
  return sort === "rated" ? bestRatedFirst(left) : left;
}

type ChosenFilters = { filters: Filters; change: (filters: Partial<Filters>) => void };

/** How the list is looked at, as the address says: Back, a reload and a link show it so (see `useAddressState`). */
export function useFilters(): ChosenFilters {
  const [query, changeQuery] = useQuery();
  const filters = useMemo(() => filtersIn(query), [query]);
  return {
    filters,
    change: (changes) => changeQuery((next) => writeFilters(next, { ...filtersIn(next), ...changes })),
  };
}
