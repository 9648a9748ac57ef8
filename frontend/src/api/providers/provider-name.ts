import type { Provider } from "@/api/types";
import { initial } from "@/lib/text";

/** "Bruno K.": how a provider is named to everybody; "Bruno" where there is no last name. */
export function providerName({ user }: { user: Pick<Provider["user"], "firstName" | "lastName"> }): string {
  const letter = initial(user.lastName);
  return letter === "" ? user.firstName : `${user.firstName} ${letter}.`;
}
