import { useFavouritesOfAccount } from "@/api/favourites/use-favourites-of-account";
import { useAccountLocality } from "@/api/localities/use-account-locality";

/** Draws nothing: keeps what the device and what the account knows of a person of one mind. */
export function SyncDeviceWithAccount(): null {
  useAccountLocality();
  useFavouritesOfAccount();
  return null;
}
