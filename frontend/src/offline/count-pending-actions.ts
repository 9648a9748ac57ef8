import { fromStore } from "./fallback";

/** How many of the account's acts are only on this device: as its store says, whether a screen has read it yet or not. */
export async function countPendingActions(account: string): Promise<number> {
  const { actionsOf } = await import("./queue");
  return (await fromStore(() => actionsOf(account)))?.length ?? 0;
}
