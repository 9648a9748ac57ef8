import type { Provider } from "@/api/types";

/** "Bruno K.": how a provider is named to everybody; "Bruno" where there is no last name. */
export function providerName({ user }: { user: Pick<Provider["user"], "firstName" | "lastName"> }): string {
  const initial = user.lastName.charAt(0);
  return initial === "" ? user.firstName : `${user.firstName} ${initial}.`;
}
