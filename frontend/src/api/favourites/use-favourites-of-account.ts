import { useEffect, useRef, useSyncExternalStore } from "react";

import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useWrite, type Write } from "@/api/http/use-write";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { oneAtATime } from "@/lib/tabs";
import { showToast } from "@/ui/overlay/toast";

import { broadcastFavourites } from "./favourite-broadcast";
import { noFavourites, onFavourites, storedFavourites, storeFavourites } from "./stored-favourites";

/** The provider no longer exists, so it cannot be saved. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Saves the device's favourites with the account, oldest first; those that fail stay for the next visit. */
async function handOver(write: Write, refresh: () => Promise<void>): Promise<void> {
  const arrived = new Set<string>();
  try {
    for (const id of storedFavourites().ids) {
      await write("put", "/api/favourites/{provider_id}", { path: { provider_id: id } }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      arrived.add(id);
    }
  } finally {
    // The account's list is reloaded before the device's is cleared, so that no heart flickers.
    await refresh();
    broadcastFavourites();
    storeFavourites({ ids: storedFavourites().ids.filter((id) => !arrived.has(id)) });
  }
}

/** Moves a visitor's favourites on this device to the account that signs in. */
export function useFavouritesOfAccount(): void {
  const { user, isLoading, error } = useSession();
  const { ids, areAwaited } = useSyncExternalStore(onFavourites, storedFavourites, noFavourites);
  const write = useWrite();
  const refresh = useRefresh();
  const tried = useRef<string | null>(null);
  const hasSome = ids.length > 0;
  const hasLeft = !isLoading && error === undefined && user === null && areAwaited;

  useEffect(() => {
    if (hasLeft) storeFavourites({ areAwaited: false });
  }, [hasLeft]);
  useEffect(() => {
    if (user === null || !hasSome || tried.current === user.id) return;
    tried.current = user.id;
    // Without Web Locks two tabs may both do it, which is harmless: PUT is idempotent.
    oneAtATime("favourites", () => handOver(write, () => refresh(below(keys.favourites)))).catch((reason: unknown) => {
      if (!(reason instanceof ApiError) || reason.isSessionOver) return;
      showToast({
        title: t("common.favourite.failed"),
        description: errorText(reason),
        variant: "destructive",
        staysOnNavigation: true,
      });
    });
  }, [user, hasSome, write, refresh]);
}
