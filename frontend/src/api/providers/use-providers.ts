import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Freshness, type Reading } from "@/api/cache/use-read";
import type { ListedProvider, ProviderDetails, TimeSlot } from "@/api/types";
import { isPostalCode } from "@/lib/distance";

/** Of how many providers a list is made at most: around a place those that are the nearest. */
export const MOST_LISTED = 200;

/** Who comes to a postal code, the nearest first; `MOST_LISTED` of them. */
export function useProvidersNear(
  postalCode: string,
): Omit<Reading<unknown>, "data" | "show"> & { providers: ListedProvider[] | undefined } {
  const { data: providers, ...reading } = useRead(keys.providersNear(postalCode), "cached");
  return { providers, ...reading };
}

/** Everything that is public about a provider; the distance from a postal code, if one is given. Null asks nothing. */
export function useProvider(
  providerId: string | null,
  from?: string,
): Omit<Reading<unknown>, "data" | "show"> & { provider: ProviderDetails | undefined } {
  const { data: provider, ...reading } = useRead(
    providerId === null ? null : keys.provider(providerId, from),
    "cached",
  );
  return { provider, ...reading };
}

/** As far as a provider comes, in kilometres from the nearest of the postal codes that they name (specification point 9). */
const REACH_KM = 25;

/** Whether a provider does not come to a postal code; false as long as that is not known. The order itself is refused by the server. */
export function useIsNotServed(providerId: string, postalCode: string): boolean {
  const { provider } = useProvider(isPostalCode(postalCode) ? providerId : null, postalCode);
  return provider !== undefined && provider.distanceKm !== null && provider.distanceKm > REACH_KM;
}

/** The days to look at, "2026-11-23", both included: 62 at most. */
export type SlotRange = { providerId: string; startDate: string; endDate: string };

/** A provider's time slots, the full ones too; shown as known and asked for again. Null asks nothing. */
export function useTimeSlots(
  range: SlotRange | null,
  freshness: Freshness = "checked",
): Omit<Reading<unknown>, "data" | "show"> & { slots: TimeSlot[] | undefined } {
  const { data: slots, ...reading } = useRead(range === null ? null : keys.timeSlots(range), freshness);
  return { slots, ...reading };
}

/** Has every screen ask for providers, and what is free next with them, again. */
export function useRefreshProviders(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(below("/api/providers"));
}

/** Has every screen ask for time slots again: somebody was faster. */
export function useRefreshSlots(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(below("/api/time-slots"));
}
