import type { Provider } from "@/api/types";
import { initial } from "@/lib/initial";

/** "Bruno K.": a provider's public name; "Bruno" without a last name. */
export function providerName({ user }: { user: Pick<Provider["user"], "firstName" | "lastName"> }): string {
  const letter = initial(user.lastName);
  return letter === "" ? user.firstName : `${user.firstName} ${letter}.`;
}
