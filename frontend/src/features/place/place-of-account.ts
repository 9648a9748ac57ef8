import { usePlaceOfAccount } from "@/resources/use-place-of-account";

/** Draws nothing: keeps the places of device and account of one mind. */
export function PlaceOfAccount(): null {
  usePlaceOfAccount();
  return null;
}
