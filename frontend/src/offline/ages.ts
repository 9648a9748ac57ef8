import { useEffect, useSyncExternalStore } from "react";

// From when the responses on the screen are, of those that this device had stored: one for each reader.
const ages = new Map<symbol, number>();
const listeners = new Set<() => void>();

function change(reader: symbol, at: number | undefined): void {
  if (at === undefined) ages.delete(reader);
  else ages.set(reader, at);
  for (const listener of listeners) listener();
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

const store = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: (): number | null => (ages.size === 0 ? null : Math.min(...ages.values())),
};

/** The moment from which the oldest answer on the screen is (milliseconds); null where all are the server's present ones. */
export function useOldest(): number | null {
  return useSyncExternalStore(store.subscribe, store.get, () => null);
}
