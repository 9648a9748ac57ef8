import type { Address, User } from "@/api/types";

/**
 * The address that a form begins with: the account's one in the locality that its person chose, else the default one;
 * undefined where the account has none.
 */
export function suggestedAddress(saved: readonly Address[], user: User | null): Address | undefined {
  const standard = saved.find(({ isDefault }) => isDefault) ?? saved[0];
  const chosen = user?.place ?? null;
  if (chosen === null || standard?.postalCode === chosen) return standard;
  return saved.find(({ postalCode }) => postalCode === chosen) ?? standard;
}
