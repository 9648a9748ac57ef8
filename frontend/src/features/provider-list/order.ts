import type { ListedProvider } from "@/api/types";

/** When somebody is free next, in milliseconds; never for nobody knows when. */
const freeAt = ({ nextFreeAt }: ListedProvider): number => (nextFreeAt === null ? Infinity : Date.parse(nextFreeAt));

/** Who is free first stands first; those who are at the same hour stay in their order. */
export function earliestFirst(providers: readonly ListedProvider[]): ListedProvider[] {
  // Two who are never free are alike: no difference of infinities.
  return [...providers].sort((one, other) => (freeAt(one) === freeAt(other) ? 0 : freeAt(one) - freeAt(other)));
}

/** The most stars first; of as many the one whom more people rated, else they stay in their order. */
export function bestRatedFirst(providers: readonly ListedProvider[]): ListedProvider[] {
  return [...providers].sort((one, other) => other.rating - one.rating || other.reviewCount - one.reviewCount);
}
