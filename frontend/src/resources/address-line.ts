import type { Address } from "./types";

/** The one line of an address that orders carry: "Bahnhofstrasse 1, Zurich 8001". */
export function addressLine({ street, city, postalCode }: Pick<Address, "street" | "city" | "postalCode">): string {
  return `${street.trim()}, ${city.trim()} ${postalCode.trim()}`;
}
