import { useEffect, useMemo, useSyncExternalStore } from "react";

import { favouriteActs, wish } from "./favourite-acts";
import { onFavouriteNews } from "./favourite-news";
import { keepFavourite, keepFavourites, keptFavourites, noFavourites, onFavourites } from "./kept-favourites";
import { below, keys } from "./keys";
import { useRefresh } from "./refresh";
import { useSession } from "./session";
import { useRead } from "./use-read";
import { useWrite } from "./use-write";

export type Favourites = {
  ids: ReadonlySet<string>;
  /** Whose they are: an account's id once its own are known, else "device". */
  of: string;
  /** False where the account's own are still to come. */
  areSettled: boolean;
  /** Keeps a provider, or no longer; it is shown at once. */
  toggle: (providerId: string) => void;
  /** Why the last press did not hold; undefined where it did. */
  failureOf: (providerId: string) => unknown;
};

/**
 * The providers whom a person wants to find again: an account's, else those that this device keeps. What the device keeps
 * belongs to an account as soon as one is signed in.
 */
export function useFavourites(): Favourites {
  const { user, isLoading, error: sessionError } = useSession();
  const owner = user?.id ?? null;
  const device = useSyncExternalStore(onFavourites, keptFavourites, noFavourites);
  const acts = useSyncExternalStore(favouriteActs.subscribe, favouriteActs.get, favouriteActs.get);
  const { data, error } = useRead(owner === null ? null : keys.favourites, "checked");
  const refresh = useRefresh();
  const write = useWrite();
  const own = owner !== null && acts.owner === owner ? acts : null;

  useEffect(() => (owner === null ? undefined : onFavouriteNews(() => void refresh(below(keys.favourites)))), [owner, refresh]);
  const isKnown = owner === null ? !isLoading && sessionError === undefined : data !== undefined;
  useEffect(() => {
    if (data !== undefined) keepFavourites({ areAwaited: data.length > 0 });
  }, [data]);

  const ids = useMemo(() => {
    const kept = new Set([...device.ids, ...(data ?? []).map(({ providerId }) => providerId)]);
    for (const [id, isWished] of own?.wishes ?? []) {
      if (isWished) kept.add(id);
      else kept.delete(id);
    }
    return kept;
  }, [device.ids, data, own?.wishes]);

  const of = owner !== null && data !== undefined ? owner : "device";
  const areSettled = !device.areAwaited || isKnown || error !== undefined || sessionError !== undefined;
  return useMemo(
    () => ({
      ids,
      of,
      areSettled,
      toggle: (id) => {
        const isWished = !ids.has(id);
        // What did not reach the account yet leaves the device, too.
        if (owner === null || !isWished) keepFavourite(id, owner === null && isWished);
        if (owner !== null) wish(owner, id, isWished, write);
      },
      failureOf: (id) => own?.failures.get(id),
    }),
    [ids, of, areSettled, owner, own, write],
  );
}
