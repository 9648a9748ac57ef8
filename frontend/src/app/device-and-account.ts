import { useFavouritesOfAccount } from "@/resources/use-favourites-of-account";
import { usePlaceOfAccount } from "@/resources/use-place-of-account";

/** Draws nothing: keeps what the device and what the account knows of a person of one mind. */
export function DeviceAndAccount(): null {
  usePlaceOfAccount();
  useFavouritesOfAccount();
  return null;
}
