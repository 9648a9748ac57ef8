import type { PriceLine } from "@/api/types";

/** Quantity by add-on id. */
export type AddOnChoice = Readonly<Record<string, number>>;

export const EXPRESS = "express";

/** True for a choice. Validates stored data, which may be anything. */
export function isAddOnChoice(value: unknown): value is AddOnChoice {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((quantity) => Number.isInteger(quantity) && (quantity as number) > 0);
}

/** A choice without express, which is for a pickup today. */
export function withoutExpress(choice: AddOnChoice): AddOnChoice {
  return Object.fromEntries(Object.entries(choice).filter(([id]) => id !== EXPRESS));
}

/** The add-ons of a request body. */
export function addOnsBody(choice: AddOnChoice): { id: string; quantity: number }[] {
  return Object.entries(choice).map(([id, quantity]) => ({ id, quantity }));
}

/** The choice that an order or a recurring booking carries. */
export function choiceOf(order: WithAddOns): AddOnChoice {
  return Object.fromEntries(addOnsOf(order).map(({ id, quantity }) => [id, quantity]));
}

/** Whether two choices are the same, in whatever order they were made. */
export function isSameChoice(one: AddOnChoice, other: AddOnChoice): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/** Something with add-ons; orders cached by an older version of the app have no lines, or not even add-ons. */
type WithAddOns = { lines?: readonly PriceLine[]; addOns?: readonly PriceLine[] };

/** The lines that are add-ons. */
export function addOnsOf({ lines, addOns }: WithAddOns): readonly PriceLine[] {
  return (lines ?? addOns ?? []).filter(({ id }) => !["base", "extra_weight", "platform_fee"].includes(id));
}

/** "2 × Dry cleaning: coat". */
export function addOnText({ name, quantity }: Pick<PriceLine, "name" | "quantity">): string {
  return quantity > 1 ? `${String(quantity)} × ${name}` : name;
}
