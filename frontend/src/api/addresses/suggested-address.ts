import type { Address, User } from "@/api/types";

/**
 * The address that a form is prefilled with: the account's address in its chosen locality, else the default one;
 * undefined if the account has none.
 */
export function suggestedAddress(saved: readonly Address[], user: User | null): Address | undefined {
  const standard = saved.find(({ isDefault }) => isDefault) ?? saved[0];
  const chosen = user?.postalCode ?? null;
  if (chosen === null || standard?.postalCode === chosen) return standard;
  return saved.find(({ postalCode }) => postalCode === chosen) ?? standard;
}
