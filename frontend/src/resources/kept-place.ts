import { readStored, writeStored } from "@/lib/storage";

/** A place to look for neighbours around; `city` is empty until the server has told it. */
export type Place = { postalCode: string; city: string };

/** Where everybody begins (specification point 9). */
export const DEFAULT_PLACE: Place = { postalCode: "8001", city: "Zurich" };

/** What this device knows: the choice of whoever had no account here, and that of the account that is signed in. */
export type KeptPlaces = { device: Place | null; account: (Place & { owner: string }) | null };

const STORAGE_KEY = "place";
const LONGEST_CITY = 80;
const NOTHING: KeptPlaces = { device: null, account: null };

// What is stored may be from an older version of the app, or somebody's own work.
function placeFrom(value: unknown): Place | null {
  if (typeof value !== "object" || value === null) return null;
  const { postalCode, city } = value as Record<string, unknown>;
  const isPlace = typeof postalCode === "string" && /^[1-9]\d{3}$/.test(postalCode) && typeof city === "string" && city.length <= LONGEST_CITY;
  return isPlace ? { postalCode, city } : null;
}

function placesFrom(text: string | null): KeptPlaces {
  if (text === null) return NOTHING;
  try {
    const { device, account } = JSON.parse(text) as Record<string, unknown>;
    const place = placeFrom(account);
    const owner = (account as { owner?: unknown } | null | undefined)?.owner;
    return { device: placeFrom(device), account: place !== null && typeof owner === "string" ? { ...place, owner } : null };
  } catch {
    return NOTHING;
  }
}

let known: { text: string | null; places: KeptPlaces } = { text: null, places: NOTHING };
// Where the browser keeps nothing, a choice holds for as long as the page does.
let unkept: string | null = null;
const listeners = new Set<() => void>();

/** What is kept now; the same object for as long as nothing changes. */
export function keptPlaces(): KeptPlaces {
  const text = unkept ?? readStored("local", STORAGE_KEY);
  if (text !== known.text) known = { text, places: placesFrom(text) };
  return known.places;
}

/** What a drawn page shows: nobody's choice. */
export const noPlaces = (): KeptPlaces => NOTHING;

export function keepPlaces(changes: Partial<KeptPlaces>): void {
  const text = JSON.stringify({ ...keptPlaces(), ...changes });
  writeStored("local", STORAGE_KEY, text);
  unkept = readStored("local", STORAGE_KEY) === text ? null : text;
  for (const tell of listeners) tell();
}

/** Hears of every change, on other tabs too. Returns the function that ends it. */
export function onPlaces(tell: () => void): () => void {
  listeners.add(tell);
  window.addEventListener("storage", tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener("storage", tell);
  };
}
