import type { Prices, ServiceType } from "@/api/types";
import { readStored, writeStored } from "@/lib/storage";

import type { Pickup } from "./pickup-times";

/** What a person has filled in; weight in kilograms with one decimal, "12.5". */
export type Draft = {
  serviceType: ServiceType;
  weight: string;
  street: string;
  city: string;
  postalCode: string;
  pickup: Pickup | null;
  note: string;
};

export const SERVICES: readonly ServiceType[] = ["standard", "premium", "ironing"];
const STORAGE_KEY = "booking-draft";

/** The service that a query names; an unknown one means the default. */
export function serviceFrom(query: URLSearchParams): ServiceType {
  return SERVICES.find((service) => service === query.get("service")) ?? "standard";
}

/** The form at its start (specification point 9). */
export function emptyDraft(serviceType: ServiceType, prices: Prices): Draft {
  return { serviceType, weight: prices.minKg, street: "", city: "Zurich", postalCode: "8001", pickup: null, note: "" };
}

/** Keeps the form while its person signs in. `search` is the query of the page that it belongs to. */
export function keepDraft(search: string, draft: Draft): void {
  writeStored("session", STORAGE_KEY, JSON.stringify({ search, draft }));
}

export function forgetDraft(): void {
  writeStored("session", STORAGE_KEY, null);
}

/** The kept form of the same page; null for none, or when it is damaged. */
export function keptDraft(search: string, prices: Prices): Draft | null {
  try {
    const kept = JSON.parse(readStored("session", STORAGE_KEY) ?? "null") as { search?: unknown; draft?: unknown } | null;
    if (kept?.search !== search || !isDraft(kept.draft)) return null;
    return Number(kept.draft.weight) > Number(prices.maxKg) ? null : kept.draft;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const draft = value as Record<keyof Draft, unknown>;
  const texts = [draft.street, draft.city, draft.postalCode, draft.note, draft.weight];
  return texts.every((text) => typeof text === "string") && isPickup(draft.pickup) && SERVICES.some((service) => service === draft.serviceType);
}

function isPickup(value: unknown): value is Pickup | null {
  if (typeof value !== "object" || value === null) return value === null;
  const { date, time } = value as Record<keyof Pickup, unknown>;
  return typeof date === "string" && typeof time === "string";
}
