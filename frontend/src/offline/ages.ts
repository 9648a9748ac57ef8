import { useEffect, useSyncExternalStore } from "react";

import { createStore } from "@/lib/store";

// When the cached responses on screen were received, one entry per mounted reader; Infinity for one that has none.
const ages = new Map<symbol, number>();
const oldest = createStore<number | null>(null);

function change(reader: symbol, at: number | undefined): void {
  if (at === undefined) ages.delete(reader);
  else ages.set(reader, at);
  oldest.set(ages.size === 0 ? null : Math.min(...ages.values()));
}

/** Registers when a response on screen was received: undefined for a live one, Infinity while there is none. */
export function useAge(at: number | undefined): void {
  useEffect(() => {
    if (at === undefined) return;
    const reader = Symbol();
    change(reader, at);
    return () => change(reader, undefined);
  }, [at]);
}

/** Timestamp (ms) of the oldest cached response on screen, Infinity if one is missing; null if all are live. */
export function useOldest(): number | null {
  return useSyncExternalStore(oldest.subscribe, oldest.get, () => null);
}
