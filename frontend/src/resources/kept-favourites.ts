import { keptOnDevice } from "@/lib/kept-on-device";

/** What this device knows of favourites. */
export type KeptFavourites = {
  /** The providers whom somebody without an account wants to find again, in the order of keeping. */
  ids: readonly string[];
  /** True where the account that looked last has some: a list is worth waiting for them. Whom is for the account to say. */
  areAwaited: boolean;
};

const NOTHING: KeptFavourites = { ids: [], areAwaited: false };
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

const kept = keptOnDevice<KeptFavourites>("favourites", NOTHING, (stored) => {
  const { ids, areAwaited } = stored as Record<string, unknown>;
  return { ids: Array.isArray(ids) ? [...new Set(ids.filter(isId))] : [], areAwaited: areAwaited === true };
});
export const keptFavourites = kept.get;
export const noFavourites = kept.none;
export const onFavourites = kept.on;

export function keepFavourites(changes: Partial<KeptFavourites>): void {
  kept.keep({ ...keptFavourites(), ...changes });
}

/** Keeps a provider on this device, or no longer. */
export function keepFavourite(id: string, isKept: boolean): void {
  const others = keptFavourites().ids.filter((other) => other !== id);
  keepFavourites({ ids: isKept ? [...others, id] : others });
}
