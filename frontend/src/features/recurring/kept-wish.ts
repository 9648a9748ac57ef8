import { draftName, forgetDrafts, keepDraft, keptDraft } from "@/lib/drafts";

import { PATTERNS, PREFERRED_TIMES, SERVICES } from "./plan";
import type { Wish } from "./use-recurring-form";

/** What is known before a form for recurring pickups is opened, as it was filled in elsewhere. */
export type Beginning = Partial<Pick<Wish, "serviceType" | "weight" | "pickupAddress" | "deliveryAddress" | "specialInstructions">>;

type Kept = { wish: Wish; beginning: Beginning };

/** Keeps the form for one provider in this tab. */
export function keepWish(providerId: string, owner: string | null, kept: Kept): void {
  keepDraft(draftName.recurring(providerId), owner, kept);
}

/** Forgets everything that is filled in for a provider. */
export function forgetWish(providerId: string): void {
  forgetDrafts(draftName.recurring(providerId), draftName.booking(providerId));
}

/** The form as it was kept, but for what has been changed elsewhere since; nothing when there is none, or it is damaged. */
export function keptWish(providerId: string, owner: string | null, beginning: Beginning): Partial<Wish> {
  const kept = keptDraft(draftName.recurring(providerId), owner) as Partial<Kept> | null;
  if (!isWish(kept?.wish) || kept.wish.providerId !== providerId) return {};
  const before: Beginning = kept.beginning ?? {};
  const changed = Object.entries(beginning).filter(([name, value]) => before[name as keyof Beginning] !== value);
  return { ...kept.wish, ...Object.fromEntries(changed) };
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== "object" || value === null) return false;
  const wish = value as Record<keyof Wish, unknown>;
  const texts = [wish.providerId, wish.weight, wish.pickupAddress, wish.deliveryAddress, wish.specialInstructions];
  return (
    texts.every((text) => typeof text === "string") &&
    [wish.dayOfWeek, wish.dayOfMonth].every((day) => typeof day === "number") &&
    PATTERNS.some((pattern) => pattern === wish.pattern) &&
    PREFERRED_TIMES.some((time) => time === wish.preferredTime) &&
    SERVICES.some((service) => service === wish.serviceType)
  );
}
