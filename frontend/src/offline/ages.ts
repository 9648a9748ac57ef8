import { useEffect, useSyncExternalStore } from "react";

import { createStore } from "@/lib/store";

// From when the responses on the screen are, of those that this device had stored: one for each reader.
const ages = new Map<symbol, number>();
const oldest = createStore<number | null>(null);

function change(reader: symbol, at: number | undefined): void {
  if (at === undefined) ages.delete(reader);
  else ages.set(reader, at);
  oldest.set(ages.size === 0 ? null : Math.min(...ages.values()));
}

/** Says from when a response on the screen is; undefined for one that the server has just given. */
export function useAge(at: number | undefined): void {
  useEffect(() => {
    if (at === undefined) return;
    const reader = Symbol();
    change(reader, at);
    return () => change(reader, undefined);
  }, [at]);
}

/** The moment from which the oldest answer on the screen is (milliseconds); null where all are the server's present ones. */
export function useOldest(): number | null {
  return useSyncExternalStore(oldest.subscribe, oldest.get, () => null);
}
