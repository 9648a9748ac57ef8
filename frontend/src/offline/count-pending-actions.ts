import { fromStore } from "./fallback";

/** How many of the account's actions are not sent yet. Reads the store, so it also works before a screen has. */
export async function countPendingActions(account: string): Promise<number> {
  const { actionsOf } = await import("./queue");
  return (await fromStore(() => actionsOf(account)))?.length ?? 0;
}
