import { keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { FoundLocality } from "@/api/types";

/** The localities that a text means: a postal code, or how a name begins. Nothing is asked for null. */
export function useLocalitySearch(
  words: string | null,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { localities: FoundLocality[] | undefined } {
  const { data: localities, error, isBusy, retry } = useRead(words === null ? null : keys.localities(words), "fixed");
  return { localities, error, isBusy, retry };
}

/** The localities around a position in degrees, the nearest first. */
export async function localitiesNear(latitude: number, longitude: number): Promise<FoundLocality[]> {
  // A hundredth of a degree is a kilometre: nobody needs to know it better.
  return (await call("get", "/api/places", { query: { near: `${latitude.toFixed(2)},${longitude.toFixed(2)}` } })).data;
}
