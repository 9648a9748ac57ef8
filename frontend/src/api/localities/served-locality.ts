/** The server's limit of postal codes that a provider serves. */
export const MOST_AREAS = 60;

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Validates a `ServedLocality` or `ServedArea`, because stored data may be anything. */
export function isServedLocality(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { postalCode, city, latitude, longitude } = value as Partial<Record<string, unknown>>;
  return (
    [postalCode, city].every((word) => typeof word === "string") &&
    [latitude, longitude].every((degrees) => isMissing(degrees) || typeof degrees === "number")
  );
}
