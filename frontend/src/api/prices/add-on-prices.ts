import type { AddOn, Prices, ServiceType } from "@/api/types";
import { addAmounts, multiplyAmount } from "@/lib/money";

import type { AddOnChoice } from "./add-ons";
import { priceOf, type PriceLines } from "./price";

/** The price of an order with add-ons: `priceOf` plus each add-on. For display; the server computes what is charged. */
export function priceWith(
  prices: Prices,
  serviceType: ServiceType,
  weight: string,
  choice: AddOnChoice,
): PriceLines & { addOns: AddOn[] } {
  const lines = priceOf(prices, serviceType, weight);
  const addOns = chosenAddOns(prices, choice);
  return { ...lines, addOns, total: addAmounts(lines.total, ...addOns.map(({ amount }) => amount)) };
}

/** The chosen add-ons with their prices, without those no longer offered. */
function chosenAddOns({ addOns }: Prices, choice: AddOnChoice): AddOn[] {
  return addOns.flatMap(({ id, name, price, most }) => {
    const quantity = Math.min(choice[id] ?? 0, most);
    return quantity > 0 ? [{ id, name, quantity, amount: multiplyAmount(price, String(quantity)) }] : [];
  });
}
