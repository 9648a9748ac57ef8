/** A distance in its display unit; null if unknown. */
export type ShownDistance = { unit: "m" | "km"; value: string } | null;

/** Under 1 km whole metres, else kilometres with one decimal (specification point 9). */
export function shownDistance(kilometres: number | null): ShownDistance {
  if (kilometres === null || !Number.isFinite(kilometres)) return null;
  return kilometres < 1
    ? { unit: "m", value: Math.round(kilometres * 1000).toString() }
    : { unit: "km", value: kilometres.toFixed(1) };
}

/** True for four digits, the format of Swiss postal codes. */
export function isPostalCode(text: string): boolean {
  return /^\d{4}$/.test(text);
}
