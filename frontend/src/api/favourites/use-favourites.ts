import { useEffect, useMemo, useSyncExternalStore } from "react";

import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead } from "@/api/cache/use-read";
import { useWrite, type Write } from "@/api/http/use-write";
import { useSession } from "@/api/session/session";

import { favouriteActs, NO_ACTS, noteFavourite } from "./favourite-acts";
import { onFavouritesChanged } from "./favourite-broadcast";
import { noFavourites, onFavourites, storedFavourites, storeFavourite, storeFavourites } from "./stored-favourites";

export type Favourites = {
  ids: ReadonlySet<string>;
  /** Whose they are: an account's id once its own are known, else "device". */
  of: string;
  /** False where the account's own are still to come. */
  areSettled: boolean;
  /** Adds a provider to the favourites, or removes it; it is shown at once. */
  toggle: (providerId: string) => void;
  /** Why the last press did not hold; undefined where it did. */
  failureOf: (providerId: string) => unknown;
};

/**
 * Shows a provider as a favourite, or no longer, and has the server know. Whoever presses again before it has answered is sent
 * after it: what was wanted last holds. What is refused is shown as it was.
 */
function setFavourite(owner: string, providerId: string, isFavourite: boolean, write: Write): void {
  if (favouriteActs.get().owner !== owner) favouriteActs.set({ ...NO_ACTS, owner });
  const isOnTheWay = favouriteActs.get().pendingFavourites.has(providerId);
  noteFavourite(providerId, isFavourite);
  if (isOnTheWay) return;
  import("./favourite-sending")
    .then(({ sendPendingFavourites }) => sendPendingFavourites(owner, providerId, write))
    .catch((error: unknown) => noteFavourite(providerId, undefined, error));
}

/**
 * The providers whom a person wants to find again: an account's, else those that this device keeps. What the device keeps
 * belongs to an account as soon as one is signed in.
 */
export function useFavourites(): Favourites {
  const { user, isLoading, error: sessionError } = useSession();
  const owner = user?.id ?? null;
  const device = useSyncExternalStore(onFavourites, storedFavourites, noFavourites);
  const acts = useSyncExternalStore(favouriteActs.subscribe, favouriteActs.get, favouriteActs.get);
  const { data, error } = useRead(owner === null ? null : keys.favourites, "checked");
  const refresh = useRefresh();
  const write = useWrite();
  const own = owner !== null && acts.owner === owner ? acts : null;

  useEffect(
    () => (owner === null ? undefined : onFavouritesChanged(() => void refresh(below(keys.favourites)))),
    [owner, refresh],
  );
  const isKnown = owner === null ? !isLoading && sessionError === undefined : data !== undefined;
  useEffect(() => {
    if (data !== undefined) storeFavourites({ areAwaited: data.length > 0 });
  }, [data]);

  const ids = useMemo(() => {
    const favourites = new Set([...device.ids, ...(data ?? []).map(({ providerId }) => providerId)]);
    for (const [id, isFavourite] of own?.pendingFavourites ?? []) {
      if (isFavourite) favourites.add(id);
      else favourites.delete(id);
    }
    return favourites;
  }, [device.ids, data, own?.pendingFavourites]);

  const of = owner !== null && data !== undefined ? owner : "device";
  const areSettled = !device.areAwaited || isKnown || error !== undefined || sessionError !== undefined;
  return useMemo(
    () => ({
      ids,
      of,
      areSettled,
      toggle: (id) => {
        const isFavourite = !ids.has(id);
        // What did not reach the account yet leaves the device, too.
        if (owner === null || !isFavourite) storeFavourite(id, owner === null && isFavourite);
        if (owner !== null) setFavourite(owner, id, isFavourite, write);
      },
      failureOf: (id) => own?.failures.get(id),
    }),
    [ids, of, areSettled, owner, own, write],
  );
}
