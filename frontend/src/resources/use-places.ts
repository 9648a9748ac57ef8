import { call } from "./client";
import { keys } from "./keys";
import type { FoundPlace } from "./types";
import { useRead, type Reading } from "./use-read";

/** The places that a text means: a postal code, or how a name begins. Nothing is asked for null. */
export function usePlacesNamed(words: string | null): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { places: FoundPlace[] | undefined } {
  const { data: places, error, isBusy, retry } = useRead(words === null ? null : keys.places(words), "fixed");
  return { places, error, isBusy, retry };
}

/** The places around a position in degrees, the nearest first. */
export async function placesAround(latitude: number, longitude: number): Promise<FoundPlace[]> {
  // A hundredth of a degree is a kilometre: nobody needs to know it better.
  return (await call("get", "/api/places", { query: { near: `${latitude.toFixed(2)},${longitude.toFixed(2)}` } })).data;
}
