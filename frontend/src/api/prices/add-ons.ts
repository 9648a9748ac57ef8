import type { AddOn, Order } from "@/api/types";
import { addAmounts, subtractAmounts } from "@/lib/money";

/** Quantity by add-on id. */
export type AddOnChoice = Readonly<Record<string, number>>;

export const EXPRESS = "express";

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
