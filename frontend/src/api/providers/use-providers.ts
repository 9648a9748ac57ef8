import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Freshness, type Reading } from "@/api/cache/use-read";
import type { ListedProvider, ProviderDetails, TimeSlot } from "@/api/types";
import { isPostalCode } from "@/lib/distance";

/** The maximum length of a provider list: the nearest ones. */
export const MOST_LISTED = 200;

/** The providers serving a postal code, nearest first, at most `MOST_LISTED`. */
export function useProvidersNear(
  postalCode: string,
): Omit<Reading<unknown>, "data" | "show"> & { providers: ListedProvider[] | undefined } {
  const { data: providers, ...reading } = useRead(keys.providersNear(postalCode), "cached");
  return { providers, ...reading };
}

/** A provider's public details, with the distance from a postal code if given. Null fetches nothing. */
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

/** A provider serves up to this many kilometres from the nearest of their postal codes (specification point 9). */
const REACH_KM = 25;

/** True if a provider does not serve a postal code; false while loading. The server refuses such an order anyway. */
export function useIsNotServed(providerId: string, postalCode: string): boolean {
  const { provider } = useProvider(isPostalCode(postalCode) ? providerId : null, postalCode);
  return provider !== undefined && provider.distanceKm !== null && provider.distanceKm > REACH_KM;
}

/** The days to fetch, "2026-11-23", both inclusive, at most 62. */
export type SlotRange = { providerId: string; startDate: string; endDate: string };

/** A provider's time slots, also the full ones; cached, and fetched again. Null fetches nothing. */
export function useTimeSlots(
  range: SlotRange | null,
  freshness: Freshness = "checked",
): Omit<Reading<unknown>, "data" | "show"> & { slots: TimeSlot[] | undefined } {
  const { data: slots, ...reading } = useRead(range === null ? null : keys.timeSlots(range), freshness);
  return { slots, ...reading };
}

/** Revalidates providers, including their next free slots, on every screen. */
export function useRefreshProviders(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(below("/api/providers"));
}

/** Revalidates the time slots on every screen: somebody else took one. */
export function useRefreshSlots(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(below("/api/time-slots"));
}
