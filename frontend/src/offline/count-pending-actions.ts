import { fromStore } from "./fallback";

/**
 * How many of the account's actions are not sent yet, with those that a page, this one or another, is about to send:
 * all that a sign-out removes. Reads the store, so it also works before a screen has.
 */
export async function countPendingActions(account: string): Promise<number> {
  const { actionsOf } = await import("./queue");
  return (await fromStore(() => actionsOf(account)))?.length ?? 0;
}
