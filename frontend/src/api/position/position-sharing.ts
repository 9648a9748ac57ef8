import { useSyncExternalStore } from "react";

import type { OrderStatus } from "@/api/types";
import { createStore } from "@/lib/store";

/** A running position sharing. In a module store, because it goes on after navigation. */
export type Sharing = {
  account: string;
  orderId: string;
  /** It ends when the order leaves this status. */
  status: OrderStatus;
  /** The customer's first name. */
  name: string;
};

const sharing = createStore<Sharing | null>(null);
let forget: () => Promise<unknown> = () => Promise.resolve();

/** Shares with one customer at a time. Nothing is sent unless SharingBar is on screen, which does the watching. */
export function beginSharing(next: Sharing): void {
  void forget();
  sharing.set(next);
}

/** Ends it here and on the server; resolves once the server has deleted the position, or cannot be reached. */
export async function endSharing(): Promise<void> {
  sharing.set(null);
  await forget();
}

/** Registers how to end the current watch. Returns a function that unregisters it. */
export function endedBy(end: () => Promise<unknown>): () => void {
  forget = end;
  return () => {
    if (forget === end) forget = () => Promise.resolve();
  };
}

/** The sharing of this account; null for none. */
export function useSharing(account: string | null): Sharing | null {
  const shown = useSyncExternalStore(sharing.subscribe, sharing.get, () => null);
  return shown?.account === account ? shown : null;
}
