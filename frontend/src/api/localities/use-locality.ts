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
 * The user's locality: the account's, else the one chosen on this device, else the default. While the session is
 * loading, the last account's.
 */
function localityOf(
  { device, account }: StoredLocalities,
  { user, isLoading }: Pick<SessionState, "user" | "isLoading">,
): Locality {
  const own = device ?? defaultLocality();
  if (isLoading) return account ?? own;
  if (!user?.postalCode) return own;
  if (account?.owner === user.id && account.postalCode === user.postalCode) return account;
  return own.postalCode === user.postalCode ? own : { postalCode: user.postalCode, city: "" };
}

/** The locality to show: the default during hydration, as in the prerendered HTML. */
export function useShownLocality(): Locality {
  const session = useSession();
  return localityOf(useSyncExternalStore(onLocalities, storedLocalities, noLocalities), session);
}

/** The locality for requests. Right from the first render, because requests are not part of the prerendered HTML. */
export function useLocality(): Locality {
  const session = useSession();
  useSyncExternalStore(onLocalities, storedLocalities, noLocalities);
  return localityOf(storedLocalities(), session);
}

/** Saves the chosen locality: with the account if signed in, else on this device. Throws as `call` does. */
export function useChooseLocality(): (locality: Locality) => Promise<void> {
  const { user, refresh } = useSession();
  const write = useWrite();
  return useCallback(
    async (locality) => {
      if (user === null) {
        storeLocalities({ device: locality });
        return;
      }
      await write("patch", "/api/profile", { body: { postalCode: locality.postalCode } });
      storeLocalities({ account: { ...locality, owner: user.id } });
      await refresh();
    },
    [user, refresh, write],
  );
}
