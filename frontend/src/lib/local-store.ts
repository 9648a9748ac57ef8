import { readStored, writeStored } from "./storage";
import { createSignal } from "./store";

/** A value in localStorage, shared by all tabs. */
export type LocalStore<T> = {
  /** The current value; the same object until it changes. */
  get: () => T;
  /** The value during hydration, as in the prerendered HTML. */
  none: () => T;
  set: (value: T) => void;
  /** Subscribes to changes, also of other tabs. Returns a function that unsubscribes. */
  on: (listener: () => void) => () => void;
};

/**
 * Stores a value as JSON. `parsed` validates it: it may be from an older version, or edited by the user. If
 * localStorage is blocked, the value lasts as long as the page.
 */
export function localStore<T>(name: string, nothing: T, parsed: (stored: unknown) => T): LocalStore<T> {
  let known: { text: string | null; value: T } = { text: null, value: nothing };
  let unsaved: string | null = null;
  const changed = createSignal();

  const read = (text: string | null): T => {
    if (text === null) return nothing;
    try {
      return parsed(JSON.parse(text));
    } catch {
      return nothing;
    }
  };

  return {
    get: () => {
      const text = unsaved ?? readStored("local", name);
      if (text !== known.text) known = { text, value: read(text) };
      return known.value;
    },
    none: () => nothing,
    set: (value) => {
      const text = JSON.stringify(value);
      writeStored("local", name, text);
      unsaved = readStored("local", name) === text ? null : text;
      changed.send();
    },
    on: (listener) => {
      const stop = changed.subscribe(listener);
      window.addEventListener("storage", listener);
      return () => {
        stop();
        window.removeEventListener("storage", listener);
      };
    },
  };
}
