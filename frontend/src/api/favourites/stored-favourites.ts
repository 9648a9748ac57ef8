import { localStore } from "@/lib/local-store";

/** The favourites data stored on this device. */
export type StoredFavourites = {
  /** Favourites of a visitor without an account, oldest first. */
  ids: readonly string[];
  /** The last signed-in account had favourites, so wait for them before sorting. */
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

/** Adds or removes a favourite on this device. */
export function storeFavourite(id: string, isFavourite: boolean): void {
  const others = storedFavourites().ids.filter((other) => other !== id);
  storeFavourites({ ids: isFavourite ? [...others, id] : others });
}
