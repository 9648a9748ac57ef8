import { isAddOnChoice, type AddOnChoice } from "@/api/prices/add-ons";
import type { Locality } from "@/api/localities/stored-locality";
import { SERVICES } from "@/api/prices/services";
import type { Prices, ServiceType } from "@/api/types";
import { isWeight } from "@/api/prices/weight";
import { draftName, savedDraft, saveDraft } from "@/lib/drafts";

import type { Pickup } from "./pickup-times";

/** The form's values; weight in kilograms with one decimal, "12.5". */
export type Draft = {
  serviceType: ServiceType;
  weight: string;
  street: string;
  city: string;
  postalCode: string;
  pickup: Pickup | null;
  /** The user chose the pickup; otherwise it is the form's default. */
  isOwnTime: boolean;
  note: string;
  addOns: AddOnChoice;
  /** Save the address with the account once the order is placed. */
  keepsAddress: boolean;
};

/** Values from the URL, applied once; `name` identifies the prefill. */
export type Prefill = { name: string; values: Partial<Draft> };

/** The form's owner and provider, and the service and prefill of the URL; null for none. */
export type DraftKey = {
  providerId: string;
  owner: string | null;
  service: ServiceType | null;
  prefill: Prefill | null;
};

/** This tab's draft for another provider; null for none, or if it is invalid. */
export function draftFor(providerId: string, owner: string | null, prices: Prices): Draft | null {
  return savedBookingDraft({ providerId, owner, service: null, prefill: null }, prices);
}

/** The initial values (specification point 9), for the user's locality. */
export function emptyDraft(serviceType: ServiceType | null, prices: Prices, { city, postalCode }: Locality): Draft {
  return {
    serviceType: serviceType ?? "standard",
    weight: prices.minKg,
    street: "",
    city,
    postalCode,
    pickup: null,
    isOwnTime: false,
    note: "",
    addOns: {},
    keepsAddress: false,
  };
}

/** After confirming, a sign-in within this time sends the order; later the user must confirm again. */
const CONFIRMED_FOR_MS = 15 * 60_000;

/** What is saved of exactly this draft; null if another one is, or none. */
function savedAs(draft: Draft, { providerId, owner }: DraftKey): { draft: Draft; orderId?: string | null } | null {
  const stored = savedDraft(draftName.booking(providerId), owner) as { draft: Draft } | null;
  return JSON.stringify(stored?.draft) === JSON.stringify(draft) ? stored : null;
}

/** Notes the order that was placed from the draft, with whose payment it goes; a draft that was changed since stays. */
export function notePlaced(key: DraftKey, draft: Draft, orderId: string): void {
  const stored = savedAs(draft, key);
  if (stored !== null) saveDraft(draftName.booking(key.providerId), key.owner, { ...stored, orderId });
}

/**
 * Saves the draft in this tab: for reloads, sign-in, and Back from the checkout; `total` is the one shown with it.
 * `confirmedAt`: when a visitor confirmed it (ms), so that only the sign-in is missing; null if not confirmed.
 */
export function saveBookingDraft(key: DraftKey, draft: Draft, total: string, confirmedAt: number | null = null): void {
  const { providerId, owner, service, prefill } = key;
  saveDraft(draftName.booking(providerId), owner, {
    service,
    prefill: prefill?.name ?? null,
    draft,
    total,
    confirmedAt,
    orderId: savedAs(draft, key)?.orderId ?? null,
  });
}

/** Whether the saved draft was confirmed, so that only the sign-in was missing. */
export function isConfirmed({ providerId, owner }: DraftKey, now: number): boolean {
  const stored = savedDraft(draftName.booking(providerId), owner) as { confirmedAt?: unknown } | null;
  const at = stored?.confirmedAt;
  return typeof at === "number" && at <= now && now - at < CONFIRMED_FOR_MS;
}

/** The total that was shown with the saved draft; null for none, or if the URL asks for something else since. */
export function savedTotal({ providerId, owner, service, prefill }: DraftKey): string | null {
  const stored = savedDraft(draftName.booking(providerId), owner) as Partial<Record<string, unknown>> | null;
  const isSame =
    (service === null || service === stored?.["service"]) && (prefill === null || prefill.name === stored?.["prefill"]);
  const total = stored?.["total"];
  return isSame && typeof total === "string" ? total : null;
}

/**
 * The saved draft, without invalid parts; null for none, or if it is unusable. A service or prefill in the URL that
 * differs from the saved one wins.
 */
export function savedBookingDraft({ providerId, owner, service, prefill }: DraftKey, prices: Prices): Draft | null {
  const stored = savedDraft(draftName.booking(providerId), owner) as {
    service?: unknown;
    prefill?: unknown;
    draft?: unknown;
  } | null;
  const draft = stored?.draft;
  if (!isDraft(draft)) return null;
  // Drafts of older versions lack keepsAddress and addOns.
  const { keepsAddress, addOns, weight, pickup }: Partial<Record<keyof Draft, unknown>> = draft;
  const complete = {
    ...draft,
    weight: isWeight(weight, prices) ? weight : prices.minKg,
    pickup: isPickup(pickup) ? pickup : null,
    keepsAddress: keepsAddress === true,
    addOns: isAddOnChoice(addOns) ? addOns : {},
  };
  const named = service === null || service === stored?.service ? complete : { ...complete, serviceType: service };
  return prefill === null || prefill.name === stored?.prefill ? named : { ...named, ...prefill.values };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<keyof Draft, unknown>;
  const texts = [draft.street, draft.city, draft.postalCode, draft.note];
  return (
    texts.every((text) => typeof text === "string") &&
    typeof draft.isOwnTime === "boolean" &&
    SERVICES.some((service) => service === draft.serviceType)
  );
}

function isPickup(value: unknown): value is Pickup {
  if (typeof value !== "object" || value === null) return false;
  const { date, time } = value as Record<keyof Pickup, unknown>;
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(String(date)) && /^\d\d:\d\d$/.test(String(time));
  return isWritten && !Number.isNaN(Date.parse(`${String(date)}T${String(time)}:00Z`));
}
