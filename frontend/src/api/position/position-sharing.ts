import { useSyncExternalStore } from "react";

import type { OrderStatus } from "@/api/types";
import { createStore } from "@/lib/store";

/** With whom an account shares where it is. Kept here and not in a component: it goes on while other pages are looked at. */
export type Sharing = {
  account: string;
  orderId: string;
  /** It ends with this step of the order. */
  status: OrderStatus;
  /** The customer's first name. */
  name: string;
};

/** The steps during which a provider is on the way to a customer. */
const ON_THE_WAY: readonly OrderStatus[] = ["pickup", "delivery"];

const sharing = createStore<Sharing | null>(null);
let forget: () => Promise<unknown> = () => Promise.resolve();

/** Where there is a way, and a device that may know where it is. */
export function mayShare({ status }: { status: OrderStatus }): boolean {
  return ON_THE_WAY.includes(status) && "geolocation" in navigator;
}

/** Shares with one customer, and with no other any more. Where nothing shows it, nothing is sent: see the bar that watches. */
export function beginSharing(next: Sharing): void {
  void forget();
  sharing.set(next);
}

/** Ends it here and on the server; resolves once the server has forgotten, or cannot be reached. */
export async function endSharing(): Promise<void> {
  sharing.set(null);
  await forget();
}

/** How what is watched now is ended. Returns the function that takes this back. */
export function endedBy(end: () => Promise<unknown>): () => void {
  forget = end;
  return () => {
    if (forget === end) forget = () => Promise.resolve();
  };
}

/** With whom this account shares its position now. */
export function useSharing(account: string | null): Sharing | null {
  const shown = useSyncExternalStore(sharing.subscribe, sharing.get, () => null);
  return shown?.account === account ? shown : null;
}
