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
  /** The owner: an account id once its own are loaded, else "device". */
  of: string;
  /** False while the account's own are still loading. */
  areSettled: boolean;
  /** Adds or removes a favourite, optimistically. */
  toggle: (providerId: string) => void;
  /** Why the last change failed; undefined if it did not. */
  failureOf: (providerId: string) => unknown;
};

/**
 * Sets a favourite optimistically. If pressed again before the response, the newer state is sent afterwards, so the
 * last one wins. A failure restores the old state.
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
 * The user's favourites: the account's plus those stored on this device, which move to the account after sign-in.
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
        // It may still be stored on the device, not yet moved to the account.
        if (owner === null || !isFavourite) storeFavourite(id, owner === null && isFavourite);
        if (owner !== null) setFavourite(owner, id, isFavourite, write);
      },
      failureOf: (id) => own?.failures.get(id),
    }),
    [ids, of, areSettled, owner, own, write],
  );
}
