import { useFavouritesOfAccount } from "@/api/favourites/use-favourites-of-account";
import { useAccountLocality } from "@/api/localities/use-account-locality";

/** Syncs locality and favourites between device and account. Renders nothing. */
export function SyncDeviceWithAccount(): null {
  useAccountLocality();
  useFavouritesOfAccount();
  return null;
}
