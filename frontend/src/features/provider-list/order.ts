import type { ListedProvider } from "@/api/types";

/** The next free time in milliseconds; Infinity if unknown. */
const freeAt = ({ nextFreeAt }: ListedProvider): number => (nextFreeAt === null ? Infinity : Date.parse(nextFreeAt));

/** Sorts by next free time; stable. */
export function earliestFirst(providers: readonly ListedProvider[]): ListedProvider[] {
  // Infinity - Infinity is NaN.
  return [...providers].sort((one, other) => (freeAt(one) === freeAt(other) ? 0 : freeAt(one) - freeAt(other)));
}

/** Sorts by rating, then by number of ratings; stable. */
export function bestRatedFirst(providers: readonly ListedProvider[]): ListedProvider[] {
  return [...providers].sort((one, other) => other.rating - one.rating || other.reviewCount - one.reviewCount);
}
