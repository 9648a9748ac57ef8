import { useSyncExternalStore } from "react";

import type { Action } from "./db";

// What the account did and the server does not know yet, as the store's reader tells it: screens show it as done.
let actions: readonly Action[] = [];
const listeners = new Set<() => void>();

/** To be called by whoever reads the store. */
export function setPendingActions(changed: readonly Action[]): void {
  actions = changed;
  for (const listener of listeners) listener();
}

const store = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: (): readonly Action[] => actions,
};

/** The account's acts that are not sent yet, in their order, and those that wait for a decision. */
export function usePendingActions(): readonly Action[] {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** True where something that was done to the order before is still to be sent. */
export function hasPendingAction(orderId: string | null): boolean {
  return actions.some(({ entityId, error }) => entityId === orderId && (error === null || error.kind === "conflict"));
}
