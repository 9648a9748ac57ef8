import type { Provider } from "@/api/types";

/** "Bruno K.": a provider's public name; "Bruno" without a last name. */
export function providerName({ user }: { user: Pick<Provider["user"], "firstName" | "lastName"> }): string {
  const initial = user.lastName.charAt(0);
  return initial === "" ? user.firstName : `${user.firstName} ${initial}.`;
}
