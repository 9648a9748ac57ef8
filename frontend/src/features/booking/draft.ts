import type { Prices, ServiceType } from "@/resources/types";
import { draftName, keepDraft, keptDraft } from "@/lib/drafts";

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
};

/** Whose form it is, for which provider, and the service that the address named; null for none. */
export type DraftPlace = { providerId: string; owner: string | null; service: ServiceType | null };

export const SERVICES: readonly ServiceType[] = ["standard", "premium", "ironing"];

/** The service that a query names; null for none, and for an unknown one. */
export function serviceFrom(query: URLSearchParams): ServiceType | null {
  return SERVICES.find((service) => service === query.get("service")) ?? null;
}

/** The form at its start (specification point 9). */
export function emptyDraft(serviceType: ServiceType | null, prices: Prices): Draft {
  return {
    serviceType: serviceType ?? "standard",
    weight: prices.minKg,
    street: "",
    city: "Zurich",
    postalCode: "8001",
    pickup: null,
    isOwnTime: false,
    note: "",
  };
}

/** Keeps the form in this tab: over reloads, signing in, and the way back from the checkout. */
export function keepBooking({ providerId, owner, service }: DraftPlace, draft: Draft): void {
  keepDraft(draftName.booking(providerId), owner, { service, draft });
}

/** The form as it was kept; null for none, or when it is damaged. An address that names another service now wins. */
export function keptBooking({ providerId, owner, service }: DraftPlace, prices: Prices): Draft | null {
  const kept = keptDraft(draftName.booking(providerId), owner) as { service?: unknown; draft?: unknown } | null;
  const draft = kept?.draft;
  if (!isDraft(draft) || Number(draft.weight) > Number(prices.maxKg)) return null;
  return service === null || service === kept?.service ? draft : { ...draft, serviceType: service };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<keyof Draft, unknown>;
  const texts = [draft.street, draft.city, draft.postalCode, draft.note, draft.weight];
  return (
    texts.every((text) => typeof text === "string") &&
    typeof draft.isOwnTime === "boolean" &&
    isPickup(draft.pickup) &&
    SERVICES.some((service) => service === draft.serviceType)
  );
}

function isPickup(value: unknown): value is Pickup | null {
  if (typeof value !== "object" || value === null) return value === null;
  const { date, time } = value as Record<keyof Pickup, unknown>;
  return /^\d{4}-\d\d-\d\d$/.test(String(date)) && /^\d\d:\d\d$/.test(String(time));
}
