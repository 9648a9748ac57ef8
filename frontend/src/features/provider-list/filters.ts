import { useMemo } from "react";

import { serviceFrom } from "@/api/prices/services";
import type { ListedProvider, ServiceType } from "@/api/types";
import { addDays, zurichDate, zurichToUtc } from "@/lib/dates";
import { useQuery } from "@/ui/use-address-state";

import { bestRatedFirst, earliestFirst } from "./order";

/** Filters. Services are none, because every provider offers every service at one price. */
export const CONDITIONS = ["today", "rating", "eco"] as const;
export type Condition = (typeof CONDITIONS)[number];
export const SORTS = ["nearest", "soonest", "rated"] as const;
type Sort = (typeof SORTS)[number];

/** The service to book, the filters and the sort order. */
export type Filters = { service: ServiceType | null; conditions: readonly Condition[]; sort: Sort };
export const NO_FILTERS: Filters = { service: null, conditions: [], sort: "nearest" };

/** Minimum stars of the filter "rating". */
export const GOOD_RATING = 4.5;
const IN_ADDRESS: Record<Condition, string> = { today: "1", rating: String(GOOD_RATING), eco: "1" };
// Specialties are free text, in any Swiss language.
const ECO = /(^|[^\p{L}])(eco|éco|öko|oeko)/iu;

/** Parses the query; unknown values are ignored. */
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

/** Number of active filters; the sort order is none. */
export function filterCount({ service, conditions }: Filters): number {
  return conditions.length + (service === null ? 0 : 1);
}

/** Providers that meet all filters, sorted; nearest first by default. */
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

/** The filters in the URL (see `useAddressState`). */
export function useFilters(): ChosenFilters {
  const [query, changeQuery] = useQuery();
  const filters = useMemo(() => filtersIn(query), [query]);
  return {
    filters,
    change: (changes) => changeQuery((next) => writeFilters(next, { ...filtersIn(next), ...changes })),
  };
}
