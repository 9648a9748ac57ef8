import { t } from "@/i18n/i18n";
import { localStore } from "@/lib/local-store";

/** A locality to search around; `city` is empty until the server has named it. */
export type Locality = { postalCode: string; city: string };

let initial: Locality | null = null;

/** The default locality (specification point 9), named in the current language. */
export function defaultLocality(): Locality {
  const city = t("common.zurich");
  if (initial?.city !== city) initial = { postalCode: "8001", city };
  return initial;
}

/** Stored on this device: a visitor's choice, and that of the signed-in account. */
export type StoredLocalities = { device: Locality | null; account: (Locality & { owner: string }) | null };

const LONGEST_CITY = 80;
const NOTHING: StoredLocalities = { device: null, account: null };

function localityFrom(value: unknown): Locality | null {
  if (typeof value !== "object" || value === null) return null;
  const { postalCode, city } = value as Record<string, unknown>;
  const isLocality =
    typeof postalCode === "string" &&
    /^[1-9]\d{3}$/.test(postalCode) &&
    typeof city === "string" &&
    city.length <= LONGEST_CITY;
  return isLocality ? { postalCode, city } : null;
}

function localitiesFrom(stored: unknown): StoredLocalities {
  const { device, account } = stored as Record<string, unknown>;
  const locality = localityFrom(account);
  const owner = (account as { owner?: unknown } | null | undefined)?.owner;
  return {
    device: localityFrom(device),
    account: locality !== null && typeof owner === "string" ? { ...locality, owner } : null,
  };
}

const stored = localStore("locality", NOTHING, localitiesFrom);
export const storedLocalities = stored.get;
export const noLocalities = stored.none;
export const onLocalities = stored.on;

export function storeLocalities(changes: Partial<StoredLocalities>): void {
  stored.set({ ...storedLocalities(), ...changes });
}
