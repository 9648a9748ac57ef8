import type { AddOn, Order } from "@/api/types";
import { addAmounts, subtractAmounts } from "@/lib/money";

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
export function choiceOf(order: { addOns?: readonly AddOn[] }): AddOnChoice {
  return Object.fromEntries((order.addOns ?? []).map(({ id, quantity }) => [id, quantity]));
}

/** Whether two choices are the same, in whatever order they were made. */
export function isSameChoice(one: AddOnChoice, other: AddOnChoice): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/** The add-ons of an order; orders cached by an older version of the app have none. */
export function addOnsOf(order: Pick<Order, "addOns">): readonly AddOn[] {
  return (order as Partial<Order>).addOns ?? [];
}

/** "2 × Dry cleaning: coat". */
export function addOnText({ name, quantity }: AddOn): string {
  return quantity > 1 ? `${String(quantity)} × ${name}` : name;
}

/** The service's amount without its add-ons. */
export function withoutAddOns(order: Pick<Order, "addOns" | "serviceAmount">): string {
  return subtractAmounts(order.serviceAmount, addAmounts(...addOnsOf(order).map(({ amount }) => amount)));
}
