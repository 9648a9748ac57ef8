import { createStore } from "@/lib/store";

/** What an account has pressed on this page. */
export type FavouriteActs = {
  owner: string;
  /** By provider: what the person wants, from the press until the server has answered. */
  pendingFavourites: ReadonlyMap<string, boolean>;
  /** Why the server refused it, until it is pressed again. */
  failures: ReadonlyMap<string, unknown>;
};

export const NO_ACTS: FavouriteActs = { owner: "", pendingFavourites: new Map(), failures: new Map() };
// Kept here and not in a component: an act goes on while other pages are looked at.
export const favouriteActs = createStore(NO_ACTS);

function changed<T>(map: ReadonlyMap<string, T>, id: string, value: T | undefined): ReadonlyMap<string, T> {
  const next = new Map(map);
  if (value === undefined) next.delete(id);
  else next.set(id, value);
  return next;
}

/** What is wanted of a provider now, and what went wrong with it; undefined is nothing. */
export function noteFavourite(id: string, isFavourite: boolean | undefined, failure?: unknown): void {
  const acts = favouriteActs.get();
  favouriteActs.set({
    ...acts,
    pendingFavourites: changed(acts.pendingFavourites, id, isFavourite),
    failures: changed(acts.failures, id, failure),
  });
}
