import { useSyncExternalStore } from "react";

import { createStore } from "@/lib/store";

import type { Action } from "./db";

// What the account did and the server does not know yet, as the store's reader tells it: screens show it as done.
const pending = createStore<readonly Action[]>([]);

/** To be called by whoever reads the store. */
export const setPendingActions = pending.set;

/** The account's acts that are not sent yet, in their order, and those that wait for a decision. */
export function usePendingActions(): readonly Action[] {
  return useSyncExternalStore(pending.subscribe, pending.get, pending.get);
}

/** True where something that was done to the order before is still to be sent. */
export function hasPendingAction(orderId: string | null): boolean {
  return pending
    .get()
    .some(({ entityId, error }) => entityId === orderId && (error === null || error.kind === "conflict"));
}
