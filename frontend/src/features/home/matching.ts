import type { Provider } from "@/resources/types";

/** The providers whose first name or business name contains the words, whatever their case. */
export function matching(providers: readonly Provider[], search: string): Provider[] {
  const words = search.trim().toLocaleLowerCase();
  return providers.filter(
    ({ user, businessName }) =>
      user.firstName.toLocaleLowerCase().includes(words) || businessName.toLocaleLowerCase().includes(words),
  );
}
