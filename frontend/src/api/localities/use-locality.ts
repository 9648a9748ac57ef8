import { useCallback, useSyncExternalStore } from "react";

import { useWrite } from "@/api/http/use-write";
import { useSession } from "@/api/session/session";
import type { SessionState } from "@/api/session/session-context";

import {
  defaultLocality,
  noLocalities,
  onLocalities,
  storedLocalities,
  storeLocalities,
  type Locality,
  type StoredLocalities,
} from "./stored-locality";

/**
 * The one locality of a person: the account's, else the one chosen on this device, else the default. Until it is known who
 * looks, it is that of whoever looked last.
 */
function localityOf(
  { device, account }: StoredLocalities,
  { user, isLoading }: Pick<SessionState, "user" | "isLoading">,
): Locality {
  const own = device ?? defaultLocality();
  if (isLoading) return account ?? own;
  if (!user?.place) return own;
  if (account?.owner === user.id && account.postalCode === user.place) return account;
  return own.postalCode === user.place ? own : { postalCode: user.place, city: "" };
}

/** The locality as it is shown: a prerendered page shows the default until it is taken over. */
export function useShownLocality(): Locality {
  const session = useSession();
  return localityOf(useSyncExternalStore(onLocalities, storedLocalities, noLocalities), session);
}

/** The locality to ask the server about. It is right from the first moment: what is asked for is no part of what was prerendered. */
export function useLocality(): Locality {
  const session = useSession();
  useSyncExternalStore(onLocalities, storedLocalities, noLocalities);
  return localityOf(storedLocalities(), session);
}

/** Chooses a locality: for the account, where there is one, else for this device. Throws as `call` does. */
export function useChooseLocality(): (locality: Locality) => Promise<void> {
  const { user, refresh } = useSession();
  const write = useWrite();
  return useCallback(
    async (locality) => {
      if (user === null) {
        storeLocalities({ device: locality });
        return;
      }
      await write("patch", "/api/profile", { body: { place: locality.postalCode } });
      storeLocalities({ account: { ...locality, owner: user.id } });
      await refresh();
    },
    [user, refresh, write],
  );
}
