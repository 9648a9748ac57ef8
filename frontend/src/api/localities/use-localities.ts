import { keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { FoundLocality } from "@/api/types";

/** Localities matching a postal code or the start of a name. Null fetches nothing. */
export function useLocalitySearch(
  words: string | null,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { localities: FoundLocality[] | undefined } {
  const { data: localities, error, isBusy, retry } = useRead(words === null ? null : keys.localities(words), "fixed");
  return { localities, error, isBusy, retry };
}

/** The localities around a position in degrees, nearest first. */
export async function localitiesNear(latitude: number, longitude: number): Promise<FoundLocality[]> {
  // Rounded to 0.01 degrees (about 1 km), so that the exact position is not sent.
  return (await call("get", "/api/localities", { query: { near: `${latitude.toFixed(2)},${longitude.toFixed(2)}` } }))
    .data;
}
