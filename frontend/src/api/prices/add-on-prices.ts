import type { AddOn, Order, PriceLine, Prices, ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addAmounts, multiplyAmount } from "@/lib/money";

import type { AddOnChoice } from "./add-ons";
import { PIECES_PER_KG, workText } from "./amount";
import { priceOf } from "./price";

/** A price line by line; `lines` add up to `totalAmount`. */
export type Priced = Pick<Order, "lines" | "serviceAmount" | "platformFee" | "totalAmount">;

const lineOf = (id: PriceLine["id"], name: string, amount: string): PriceLine => ({ id, name, quantity: 1, amount });

/** What is charged beyond the base price, in kilograms or pieces. */
function extraText(service: ServiceType, weight: string): string {
  if (service === "ironing") return t("amount.extraPieces", { count: Number(weight) * PIECES_PER_KG });
  return t("amount.extra", { weight });
}

/** The price of an order with add-ons, by the server's lines. For display; the server computes what is charged. */
export function priceWith(prices: Prices, serviceType: ServiceType, weight: string, choice: AddOnChoice): Priced {
  const { base, extraKg, extra, fee, total } = priceOf(prices, serviceType, weight);
  const addOns = chosenAddOns(prices, choice);
  const addOnAmounts = addOns.map(({ amount }) => amount);
  return {
    lines: [
      lineOf("base", workText({ serviceType, weight: prices.includedKg }), base),
      ...(extraKg === null ? [] : [lineOf("extra_weight", extraText(serviceType, extraKg), extra)]),
      ...addOns,
      lineOf("platform_fee", t("common.price.fee"), fee),
    ],
    serviceAmount: addAmounts(base, extra, ...addOnAmounts),
    platformFee: fee,
    totalAmount: addAmounts(total, ...addOnAmounts),
  };
}

/** The chosen add-ons with their prices, without those no longer offered. */
function chosenAddOns({ addOns }: Prices, choice: AddOnChoice): AddOn[] {
  return addOns.flatMap(({ id, name, price, most }) => {
    const quantity = Math.min(choice[id] ?? 0, most);
    return quantity > 0 ? [{ id, name, quantity, amount: multiplyAmount(price, String(quantity)) }] : [];
  });
}
