import { now } from "@/lib/server-clock";

import { fromStore } from "./fallback";

/** How many of the account's actions are not sent yet. Reads the store, so it also works before a screen has. */
export async function countPendingActions(account: string): Promise<number> {
  const { actionsOf, isInPage } = await import("./queue");
  const actions = await fromStore(() => actionsOf(account));
  return (actions ?? []).filter((action) => !isInPage(action, now())).length;
}
