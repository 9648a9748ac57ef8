import type { AddOnChoice } from "@/api/prices/add-ons";
import type { Locality } from "@/api/localities/stored-locality";
import { SERVICES } from "@/api/prices/services";
import type { Prices, ServiceType } from "@/api/types";
import { isWeight } from "@/api/prices/weight";
import { draftName, savedDraft, saveDraft } from "@/lib/drafts";

import type { Pickup } from "./pickup-times";

/** What a person has filled in; weight in kilograms with one decimal, "12.5". */
export type Draft = {
  serviceType: ServiceType;
  weight: string;
  street: string;
  city: string;
  postalCode: string;
  pickup: Pickup | null;
  /** The pickup was chosen by the person, not by the form. */
  isOwnTime: boolean;
  note: string;
  addOns: AddOnChoice;
  /** The address is to be saved with the account once the order is placed. */
  keepsAddress: boolean;
};

/** What the address asks to have filled in, once; `name` tells one prefill from another. */
export type Prefill = { name: string; values: Partial<Draft> };

/** Whose form it is, for which provider, and the service and the prefill that the address named; null for none. */
export type DraftKey = {
  providerId: string;
  owner: string | null;
  service: ServiceType | null;
  prefill: Prefill | null;
};

/** The half-filled form for another provider as it stands in this tab; null for none, or when it is damaged. */
export function draftFor(providerId: string, owner: string | null, prices: Prices): Draft | null {
  return savedBookingDraft({ providerId, owner, service: null, prefill: null }, prices);
}

/** The form at its start (specification point 9), around the place of its person. */
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

/** How long somebody who has confirmed may take to sign in; later they are asked again. */
const CONFIRMED_FOR_MS = 15 * 60_000;

/**
 * Keeps the form in this tab: over reloads, signing in, and the way back from the checkout. `confirmedAt`: the person has
 * confirmed it then and has only to sign in; null: not yet.
 */
export function saveBookingDraft(
  { providerId, owner, service, prefill }: DraftKey,
  draft: Draft,
  confirmedAt: number | null = null,
): void {
  saveDraft(draftName.booking(providerId), owner, { service, prefill: prefill?.name ?? null, draft, confirmedAt });
}

/** Whether the form was confirmed as it was saved, and nothing but the sign-in was missing. */
export function isConfirmed({ providerId, owner }: DraftKey, now: number): boolean {
  const stored = savedDraft(draftName.booking(providerId), owner) as { confirmedAt?: unknown } | null;
  const at = stored?.confirmedAt;
  return typeof at === "number" && at <= now && now - at < CONFIRMED_FOR_MS;
}

/** The form as it was saved, but for what of it is damaged; null for none, or when nothing can be made of it. An address that names another service, or prefills something else, now wins. */
export function savedBookingDraft({ providerId, owner, service, prefill }: DraftKey, prices: Prices): Draft | null {
  const stored = savedDraft(draftName.booking(providerId), owner) as {
    service?: unknown;
    prefill?: unknown;
    draft?: unknown;
  } | null;
  const draft = stored?.draft;
  if (!isDraft(draft)) return null;
  // A draft of an older version of the app knows nothing of keeping, nor of add-ons.
  const { keepsAddress, addOns, weight, pickup }: Partial<Record<keyof Draft, unknown>> = draft;
  const complete = {
    ...draft,
    weight: isWeight(weight, prices) ? weight : prices.minKg,
    pickup: isPickup(pickup) ? pickup : null,
    keepsAddress: keepsAddress === true,
    addOns: isChoice(addOns) ? addOns : {},
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

function isChoice(value: unknown): value is AddOnChoice {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((quantity) => Number.isInteger(quantity) && (quantity as number) > 0);
}
