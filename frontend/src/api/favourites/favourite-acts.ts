import { createStore } from "@/lib/store";

/** The account's unsent and failed changes on this page. */
export type FavouriteActs = {
  owner: string;
  /** By provider id: the wanted state, from the press until the response. */
  pendingFavourites: ReadonlyMap<string, boolean>;
  /** Errors by provider id, until the next press. */
  failures: ReadonlyMap<string, unknown>;
};

export const NO_ACTS: FavouriteActs = { owner: "", pendingFavourites: new Map(), failures: new Map() };
// In a module store, because a request goes on after navigation.
export const favouriteActs = createStore(NO_ACTS);

function changed<T>(map: ReadonlyMap<string, T>, id: string, value: T | undefined): ReadonlyMap<string, T> {
  const next = new Map(map);
  if (value === undefined) next.delete(id);
  else next.set(id, value);
  return next;
}

/** Sets or clears (undefined) a provider's pending state and its error. */
export function noteFavourite(id: string, isFavourite: boolean | undefined, failure?: unknown): void {
  const acts = favouriteActs.get();
  favouriteActs.set({
    ...acts,
    pendingFavourites: changed(acts.pendingFavourites, id, isFavourite),
    failures: changed(acts.failures, id, failure),
  });
}
