import { useEffect, useSyncExternalStore } from "react";

// From when the answers on the screen are, of those that this device had kept: one for each reader.
const ages = new Map<symbol, number>();
const listeners = new Set<() => void>();

function change(reader: symbol, at: number | undefined): void {
  if (at === undefined) ages.delete(reader);
  else ages.set(reader, at);
  for (const tell of listeners) tell();
}

/** Says from when an answer on the screen is; undefined for one that the server has just given. */
export function useAge(at: number | undefined): void {
  useEffect(() => {
    if (at === undefined) return;
    const reader = Symbol();
    change(reader, at);
    return () => change(reader, undefined);
  }, [at]);
}

const store = {
  subscribe: (tell: () => void): (() => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
  get: (): number | null => (ages.size === 0 ? null : Math.min(...ages.values())),
};

/** The moment from which the oldest answer on the screen is (milliseconds); null where all are the server's present ones. */
export function useOldest(): number | null {
  return useSyncExternalStore(store.subscribe, store.get, () => null);
}
