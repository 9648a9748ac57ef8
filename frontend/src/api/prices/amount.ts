import type { ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";

import { trimmed } from "./price";

/** What the base price of ironing includes (specification point 9), in pieces and in kilograms. */
export const INCLUDED_PIECES = 10;
const INCLUDED_KG = 10;
/** Rough estimate: a shirt weighs a quarter of a kilogram. */
export const PIECES_PER_KG = 4;

/** The booked work; weight in kilograms, "12.5". */
type Work = { serviceType: ServiceType; weight: string };

/** Ironing is counted in pieces, everything else in kilograms. */
function measure({ serviceType, weight }: Work): ["kg", { weight: string }] | ["upTo" | "about", { count: number }] {
  if (serviceType !== "ironing") return ["kg", { weight: trimmed(weight) }];
  const more = Math.max(0, Number(weight) - INCLUDED_KG) * PIECES_PER_KG;
  return [more === 0 ? "upTo" : "about", { count: INCLUDED_PIECES + more }];
}

/** "Weight" or "Pieces". */
export function amountLabel(serviceType: ServiceType): string {
  return t(serviceType === "ironing" ? "amount.pieces" : "amount.weight");
}

/** "12.5 kg", "Up to 10 pieces" or "About 12 pieces". */
export function amountText(work: Work): string {
  const [unit, params] = measure(work);
  return unit === "kg" ? t("amount.kg", params) : t(`amount.${unit}`, params);
}

/** "Premium care, 12.5 kg" or "Ironing only, up to 10 pieces". */
export function workText(work: Work): string {
  const service = t(`common.service.${work.serviceType}`);
  const [unit, params] = measure(work);
  return unit === "kg" ? t("amount.of.kg", { service, ...params }) : t(`amount.of.${unit}`, { service, ...params });
}
