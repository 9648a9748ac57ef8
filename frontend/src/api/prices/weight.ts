import type { Prices } from "@/api/types";
import { compareAmounts } from "@/lib/money";

/** True for a weight that can be booked, "12.5". Validates stored data, which may be anything. */
export function isWeight(value: unknown, { minKg, maxKg }: Prices): value is string {
  return (
    typeof value === "string" &&
    /^\d+(\.\d)?$/.test(value) &&
    compareAmounts(value, minKg) >= 0 &&
    compareAmounts(value, maxKg) <= 0
  );
}
