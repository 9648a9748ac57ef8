import type { AddOn, Prices, ServiceType } from "@/api/types";
import { addAmounts, multiplyAmount } from "@/lib/money";

import type { AddOnChoice } from "./add-ons";
import { priceOf, type PriceLines } from "./price";

/** What an order with add-ons costs: what `priceOf` says, and each of them. The server decides the price that is charged by the same table. */
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

/** What is chosen, with its price; what is no longer offered is left out. */
function chosenAddOns({ addOns }: Prices, choice: AddOnChoice): AddOn[] {
  return addOns.flatMap(({ id, name, price, most }) => {
    const quantity = Math.min(choice[id] ?? 0, most);
    return quantity > 0 ? [{ id, name, quantity, amount: multiplyAmount(price, String(quantity)) }] : [];
  });
}
