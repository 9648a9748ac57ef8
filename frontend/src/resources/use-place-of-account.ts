import { useEffect, useRef, useSyncExternalStore } from "react";

import { keepPlaces, keptPlaces, noPlaces, onPlaces } from "./kept-place";
import { keys } from "./keys";
import { useSession } from "./session";
import { useChoosePlace } from "./use-place";
import { useRead } from "./use-read";

/**
 * Keeps device and account of one mind: the account's place wins; one that has none takes the device's; and what an
 * account chose leaves the device with it.
 */
export function usePlaceOfAccount(): void {
  const { user, isLoading, error } = useSession();
  const { device, account } = useSyncExternalStore(onPlaces, keptPlaces, noPlaces);
  const choose = useChoosePlace();
  const offered = useRef<string | null>(null);
  const place = user?.place ?? null;
  const isUnnamed = user !== null && place !== null && (account?.owner !== user.id || account.postalCode !== place);
  const { data: found } = useRead(isUnnamed ? keys.places(place) : null, "fixed");
  const isGone = !isLoading && error === undefined && user === null && account !== null;

  useEffect(() => {
    if (isGone) keepPlaces({ account: null });
  }, [isGone]);
  useEffect(() => {
    const city = found?.find(({ postalCode }) => postalCode === place)?.city;
    if (isUnnamed && city !== undefined) keepPlaces({ account: { postalCode: place, city, owner: user.id } });
  }, [isUnnamed, found, place, user]);
  useEffect(() => {
    // Where it does not arrive, the next visit tries again: the place holds on this device meanwhile.
    if (user === null || place !== null || device === null || offered.current === user.id) return;
    offered.current = user.id;
    void choose(device).catch(() => undefined);
  }, [user, place, device, choose]);
}
