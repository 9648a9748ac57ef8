import { ApiError } from "@/api/http/api-error";
import type { PriceNow, Prices, ServiceType } from "@/api/types";
import { addAmounts, compareAmounts, multiplyAmount, subtractAmounts } from "@/lib/money";

/** The lines of a price, amounts in CHF; `extraKg` is the weight in kg above what the base covers, null for none. */
export type PriceLines = { base: string; extraKg: string | null; extra: string; fee: string; total: string };

/**
 * What an order costs (specification point 9): base + 3.50 for each kilogram above 10 + 2.50.
 *
 * `weight` is in kilograms, "12.5". For display; the server computes what is charged by the same table.
 */
export function priceOf(prices: Prices, serviceType: ServiceType, weight: string): PriceLines {
  const base = addAmounts(prices.services[serviceType]);
  const extraKg = extraKilograms(weight, prices.includedKg);
  const extra = extraKg === null ? "0.00" : multiplyAmount(prices.extraKg, extraKg);
  const fee = addAmounts(prices.platformFee);
  return { base, extraKg, extra, fee, total: addAmounts(base, extra, fee) };
}

/** Kilograms above what the base covers, in decimal arithmetic; null for none. */
function extraKilograms(weight: string, included: string): string | null {
  return compareAmounts(weight, included) > 0 ? trimmed(subtractAmounts(weight, included)) : null;
}

/** "12.5" and "10": a decimal without trailing zeros, for display. */
export function trimmed(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** The present total in CHF, if the server refused because another one was shown; else null. */
export function totalNow(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "price_changed") return null;
  return (error.body["price"] as PriceNow | undefined)?.totalAmount ?? null;
}
