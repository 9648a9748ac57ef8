import { useSyncExternalStore } from "react";

import { createStore } from "@/lib/store";

import type { Action } from "./db";

// Actions that the server does not have yet; screens show them as done.
const pending = createStore<readonly Action[]>([]);

/** To be called by whatever reads the queue (startSync). */
export const setPendingActions = pending.set;

/** Shows one as done at once, also where what reads the queue has not come. */
export function addPendingAction(action: Action): void {
  pending.set([...pending.get().filter(({ id }) => id !== action.id), action]);
}

/** The account's unsent actions in order, including those that wait for a decision. */
export function usePendingActions(): readonly Action[] {
  return useSyncExternalStore(pending.subscribe, pending.get, pending.get);
}

/** True if an earlier action on the order is still to be sent. */
export function hasPendingAction(orderId: string | null): boolean {
  return pending
    .get()
    .some(({ entityId, error }) => entityId === orderId && (error === null || error.kind === "conflict"));
}
