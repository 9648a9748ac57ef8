import { useAccountLocality } from "@/resources/use-account-locality";
import { useFavouritesOfAccount } from "@/resources/use-favourites-of-account";

/** Draws nothing: keeps what the device and what the account knows of a person of one mind. */
export function SyncDeviceWithAccount(): null {
  useAccountLocality();
  useFavouritesOfAccount();
  return null;
}
