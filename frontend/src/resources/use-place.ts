import { useCallback, useSyncExternalStore } from "react";

import { defaultPlace, keepPlaces, keptPlaces, noPlaces, onPlaces, type KeptPlaces, type Place } from "./kept-place";
import { useSession } from "./session";
import type { SessionState } from "./session-context";
import { useWrite } from "./use-write";

/**
 * The one place of a person: the account's, else the one chosen on this device, else the default. Until it is known who
 * looks, it is that of whoever looked last.
 */
function placeOf({ device, account }: KeptPlaces, { user, isLoading }: Pick<SessionState, "user" | "isLoading">): Place {
  const own = device ?? defaultPlace();
  if (isLoading) return account ?? own;
  if (!user?.place) return own;
  if (account?.owner === user.id && account.postalCode === user.place) return account;
  return own.postalCode === user.place ? own : { postalCode: user.place, city: "" };
}

/** The place as it is shown: a page that came drawn shows the default until it is taken over. */
export function useShownPlace(): Place {
  const session = useSession();
  return placeOf(useSyncExternalStore(onPlaces, keptPlaces, noPlaces), session);
}

/** The place to ask the server about. It is right from the first moment: what is asked for is no part of what was drawn. */
export function usePlace(): Place {
  const session = useSession();
  useSyncExternalStore(onPlaces, keptPlaces, noPlaces);
  return placeOf(keptPlaces(), session);
}

/** Chooses a place: for the account, where there is one, else for this device. Throws as `call` does. */
export function useChoosePlace(): (place: Place) => Promise<void> {
  const { user, refresh } = useSession();
  const write = useWrite();
  return useCallback(
    async (place) => {
      if (user === null) {
        keepPlaces({ device: place });
        return;
      }
      await write("patch", "/api/profile", { body: { place: place.postalCode } });
      keepPlaces({ account: { ...place, owner: user.id } });
      await refresh();
    },
    [user, refresh, write],
  );
}
