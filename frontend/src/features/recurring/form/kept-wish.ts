import { SERVICES } from "@/resources/services";
import type { Prices } from "@/resources/types";
import { isWeight } from "@/resources/weight";
import { draftName, forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";

import { PATTERNS, PREFERRED_TIMES } from "../plan";
import type { Wish } from "./use-recurring-form";

/** What is known before a form for recurring pickups is opened, as it was filled in elsewhere. */
export type Beginning = Partial<Pick<Wish, "serviceType" | "weight" | "pickupAddress" | "deliveryAddress" | "specialInstructions">>;

type Kept = { wish: Wish; beginning: Beginning };

/** Where a form is saved: with what one provider's booking begins with, or, without a beginning, that of the page for all. */
export type WishPlace = { providerId: string; owner: string | null; beginning: Beginning | undefined };

const nameOf = ({ providerId, beginning }: Omit<WishPlace, "owner">): string => draftName.recurring(beginning === undefined ? `any ${providerId}` : providerId);

/** Keeps a form in this tab. */
export function keepWish(place: WishPlace, wish: Wish): void {
  saveDraft(nameOf(place), place.owner, { wish, beginning: place.beginning ?? {} } satisfies Kept);
}

/** Forgets a form that was sent. */
export function forgetSentWish(place: Omit<WishPlace, "owner">): void {
  forgetDrafts(nameOf(place));
}

/** Forgets everything that is filled in for a provider. */
export function forgetWish(providerId: string): void {
  forgetDrafts(draftName.recurring(providerId), draftName.booking(providerId));
}

/** The form as it was saved, but for what has been changed elsewhere since, and a weight that nobody can book; nothing when there is none, or it is damaged. */
export function keptWish(place: WishPlace, prices: Prices): Partial<Wish> {
  const { beginning = {}, providerId } = place;
  const kept = savedDraft(nameOf(place), place.owner) as Partial<Kept> | null;
  if (!isWish(kept?.wish)) return {};
  if (place.beginning !== undefined && kept.wish.providerId !== providerId) return {};
  const before: Beginning = kept.beginning ?? {};
  const changed = Object.entries(beginning).filter(([name, value]) => before[name as keyof Beginning] !== value);
  const weight = isWeight(kept.wish.weight, prices) ? kept.wish.weight : prices.minKg;
  return { ...kept.wish, weight, ...Object.fromEntries(changed) };
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
