import { localStore } from "@/lib/local-store";

/** What this device knows of favourites. */
export type StoredFavourites = {
  /** The providers whom somebody without an account wants to find again, in the order of keeping. */
  ids: readonly string[];
  /** True where the account that looked last has some: a list is worth waiting for them. Whom is for the account to say. */
  areAwaited: boolean;
};

const NOTHING: StoredFavourites = { ids: [], areAwaited: false };
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

const stored = localStore<StoredFavourites>("favourites", NOTHING, (stored) => {
  const { ids, areAwaited } = stored as Record<string, unknown>;
  return { ids: Array.isArray(ids) ? [...new Set(ids.filter(isId))] : [], areAwaited: areAwaited === true };
});
export const storedFavourites = stored.get;
export const noFavourites = stored.none;
export const onFavourites = stored.on;

export function storeFavourites(changes: Partial<StoredFavourites>): void {
  stored.set({ ...storedFavourites(), ...changes });
}

/** Adds a provider to the favourites on this device, or removes it. */
export function storeFavourite(id: string, isFavourite: boolean): void {
  const others = storedFavourites().ids.filter((other) => other !== id);
  storeFavourites({ ids: isFavourite ? [...others, id] : others });
}
