import { t } from "@/i18n/i18n";
import { keptOnDevice } from "@/lib/kept-on-device";

/** A place to look for neighbours around; `city` is empty until the server has told it. */
export type Place = { postalCode: string; city: string };

let beginning: Place | null = null;

/** Where everybody begins (specification point 9), as the language that is spoken calls it. */
export function defaultPlace(): Place {
  const city = t("common.zurich");
  if (beginning?.city !== city) beginning = { postalCode: "8001", city };
  return beginning;
}

/** What this device knows: the choice of whoever had no account here, and that of the account that is signed in. */
export type KeptPlaces = { device: Place | null; account: (Place & { owner: string }) | null };

const LONGEST_CITY = 80;
const NOTHING: KeptPlaces = { device: null, account: null };

function placeFrom(value: unknown): Place | null {
  if (typeof value !== "object" || value === null) return null;
  const { postalCode, city } = value as Record<string, unknown>;
  const isPlace = typeof postalCode === "string" && /^[1-9]\d{3}$/.test(postalCode) && typeof city === "string" && city.length <= LONGEST_CITY;
  return isPlace ? { postalCode, city } : null;
}

function placesFrom(stored: unknown): KeptPlaces {
  const { device, account } = stored as Record<string, unknown>;
  const place = placeFrom(account);
  const owner = (account as { owner?: unknown } | null | undefined)?.owner;
  return { device: placeFrom(device), account: place !== null && typeof owner === "string" ? { ...place, owner } : null };
}

const kept = keptOnDevice("place", NOTHING, placesFrom);
export const keptPlaces = kept.get;
export const noPlaces = kept.none;
export const onPlaces = kept.on;

export function keepPlaces(changes: Partial<KeptPlaces>): void {
  kept.keep({ ...keptPlaces(), ...changes });
}
