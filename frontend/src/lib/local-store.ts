import { readStored, writeStored } from "./storage";

/** Something that this device stores over visits, as every tab of it shows it. */
export type LocalStore<T> = {
  /** What is stored now; the same object for as long as nothing changes. */
  get: () => T;
  /** What a prerendered page shows: nobody's choice. */
  none: () => T;
  set: (value: T) => void;
  /** Hears of every change, on other tabs too. Returns the function that ends it. */
  on: (listener: () => void) => () => void;
};

/**
 * Keeps a value as JSON under a name. What is stored may be from an older version of the app, or somebody's own work:
 * `parsed` takes of it what it can use. Where the browser stores nothing, a value holds for as long as the page does.
 */
export function localStore<T>(name: string, nothing: T, parsed: (stored: unknown) => T): LocalStore<T> {
  let known: { text: string | null; value: T } = { text: null, value: nothing };
  let unsaved: string | null = null;
  const listeners = new Set<() => void>();

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
      for (const listener of listeners) listener();
    },
    on: (listener) => {
      listeners.add(listener);
      window.addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", listener);
      };
    },
  };
}
