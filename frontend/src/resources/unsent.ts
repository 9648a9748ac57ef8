import { fromStore } from "./kept-answers";

/** How many of the account's acts are only on this device: as its store says, whether a screen has read it yet or not. */
export async function countUnsent(account: string): Promise<number> {
  const { actionsOf } = await import("@/offline/queue");
  return (await fromStore(() => actionsOf(account)))?.length ?? 0;
}
