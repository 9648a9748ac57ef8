/** Something that happens, to listen for from outside React. */
export type Signal = {
  send: () => void;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    send: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value outside React, to be used with useSyncExternalStore. */
export type Store<T> = Pick<Signal, "subscribe"> & {
  get: () => T;
  set: (value: T) => void;
};

export function createStore<T>(initial: T): Store<T> {
  const changed = createSignal();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      changed.send();
    },
    subscribe: changed.subscribe,
  };
}
