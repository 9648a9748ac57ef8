import { isAddOnChoice } from "@/api/prices/add-ons";
import { SERVICES } from "@/api/prices/services";
import type { Prices } from "@/api/types";
import { isWeight } from "@/api/prices/weight";
import { draftName, forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";

import { PATTERNS, PREFERRED_TIMES } from "../plan";
import type { RecurringFormValues } from "./use-recurring-form";

/** Values filled in elsewhere, before the form is opened. */
export type Prefill = Partial<
  Pick<
    RecurringFormValues,
    "serviceType" | "weight" | "addOns" | "pickupAddress" | "deliveryAddress" | "specialInstructions"
  >
>;

type StoredDraft = { values: RecurringFormValues; prefill: Prefill };

/** Identifies a draft: by provider and prefill, or, without a prefill, that of the general page. */
export type RecurringDraftKey = { providerId: string; owner: string | null; prefill: Prefill | undefined };

const nameOf = ({ providerId, prefill }: Omit<RecurringDraftKey, "owner">): string =>
  draftName.recurring(prefill === undefined ? `any ${providerId}` : providerId);

/** Saves the draft in this tab. */
export function saveRecurringDraft(key: RecurringDraftKey, values: RecurringFormValues): void {
  saveDraft(nameOf(key), key.owner, { values, prefill: key.prefill ?? {} } satisfies StoredDraft);
}

/** Deletes the draft after sending. */
export function forgetSentDraft(key: Omit<RecurringDraftKey, "owner">): void {
  forgetDrafts(nameOf(key));
}

/** Deletes all drafts for a provider. */
export function forgetDraftsFor(providerId: string): void {
  forgetDrafts(draftName.recurring(providerId), draftName.booking(providerId));
}

/**
 * The saved draft, without values prefilled differently since, and invalid weights; empty for none, or if it is
 * invalid.
 */
export function savedRecurringDraft(key: RecurringDraftKey, prices: Prices): Partial<RecurringFormValues> {
  const { prefill = {}, providerId } = key;
  const stored = savedDraft(nameOf(key), key.owner) as Partial<StoredDraft> | null;
  if (!isFormValues(stored?.values)) return {};
  if (key.prefill !== undefined && stored.values.providerId !== providerId) return {};
  const before: Prefill = stored.prefill ?? {};
  const changed = Object.entries(prefill).filter(
    ([name, value]) => JSON.stringify(before[name as keyof Prefill]) !== JSON.stringify(value),
  );
  const weight = isWeight(stored.values.weight, prices) ? stored.values.weight : prices.minKg;
  // Drafts of older versions lack addOns.
  const { addOns }: { addOns?: unknown } = stored.values;
  const choice = isAddOnChoice(addOns) ? addOns : {};
  return { ...stored.values, weight, addOns: choice, ...Object.fromEntries(changed) };
}

function isFormValues(value: unknown): value is RecurringFormValues {
  if (typeof value !== "object" || value === null) return false;
  const values = value as Record<keyof RecurringFormValues, unknown>;
  const texts = [
    values.providerId,
    values.weight,
    values.pickupAddress,
    values.deliveryAddress,
    values.specialInstructions,
  ];
  return (
    texts.every((text) => typeof text === "string") &&
    [values.dayOfWeek, values.dayOfMonth].every((day) => typeof day === "number") &&
    PATTERNS.some((pattern) => pattern === values.pattern) &&
    PREFERRED_TIMES.some((time) => time === values.preferredTime) &&
    SERVICES.some((service) => service === values.serviceType)
  );
}
