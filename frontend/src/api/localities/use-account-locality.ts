import { useEffect, useRef, useSyncExternalStore } from "react";

import { keys } from "@/api/cache/keys";
import { useRead } from "@/api/cache/use-read";
import { useSession } from "@/api/session/session";

import { noLocalities, onLocalities, storedLocalities, storeLocalities } from "./stored-locality";
import { useChooseLocality } from "./use-locality";

/**
 * Syncs the locality between device and account: the account's wins; an account without one takes the device's; the
 * account's copy is removed from the device after sign-out.
 */
export function useAccountLocality(): void {
  const { user, isLoading, error } = useSession();
  const { device, account } = useSyncExternalStore(onLocalities, storedLocalities, noLocalities);
  const choose = useChooseLocality();
  const offered = useRef<string | null>(null);
  const chosen = user?.postalCode ?? null;
  const isUnnamed = user !== null && chosen !== null && (account?.owner !== user.id || account.postalCode !== chosen);
  const { data: found } = useRead(isUnnamed ? keys.localities(chosen) : null, "fixed");
  const isGone = !isLoading && error === undefined && user === null && account !== null;

  useEffect(() => {
    if (isGone) storeLocalities({ account: null });
  }, [isGone]);
  useEffect(() => {
    const city = found?.find(({ postalCode }) => postalCode === chosen)?.city;
    if (isUnnamed && city !== undefined) storeLocalities({ account: { postalCode: chosen, city, owner: user.id } });
  }, [isUnnamed, found, chosen, user]);
  useEffect(() => {
    // If this fails, the next visit tries again; until then the device's locality is used.
    if (user === null || chosen !== null || device === null || offered.current === user.id) return;
    offered.current = user.id;
    void choose(device).catch(() => undefined);
  }, [user, chosen, device, choose]);
}
