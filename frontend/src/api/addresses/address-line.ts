import type { Address } from "@/api/types";

/** The parts of an address line; null if it has another shape. */
export function addressParts(line: string): Pick<Address, "street" | "city" | "postalCode"> | null {
  const [, street, city, postalCode] = /^(.+),\s*([^,]+?)\s+(\d{4})$/.exec(line.trim()) ?? [];
  return street === undefined || city === undefined || postalCode === undefined
    ? null
    : { street: street.trim(), city, postalCode };
}

/** An address as the one line that orders carry: "Bahnhofstrasse 1, Zurich 8001". */
export function addressLine({ street, city, postalCode }: Pick<Address, "street" | "city" | "postalCode">): string {
  return `${street.trim()}, ${city.trim()} ${postalCode.trim()}`;
}
