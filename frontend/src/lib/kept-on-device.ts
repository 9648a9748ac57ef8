import { readStored, writeStored } from "./storage";

/** Something that this device keeps over visits, as every tab of it shows it. */
export type KeptOnDevice<T> = {
  /** What is kept now; the same object for as long as nothing changes. */
  get: () => T;
  /** What a drawn page shows: nobody's choice. */
  none: () => T;
  keep: (value: T) => void;
  /** Hears of every change, on other tabs too. Returns the function that ends it. */
  on: (tell: () => void) => () => void;
};

/**
 * Keeps a value as JSON under a name. What is stored may be from an older version of the app, or somebody's own work:
 * `parsed` takes of it what it can use. Where the browser keeps nothing, a value holds for as long as the page does.
 */
export function keptOnDevice<T>(name: string, nothing: T, parsed: (stored: unknown) => T): KeptOnDevice<T> {
  let known: { text: string | null; value: T } = { text: null, value: nothing };
  let unkept: string | null = null;
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
      const text = unkept ?? readStored("local", name);
      if (text !== known.text) known = { text, value: read(text) };
      return known.value;
    },
    none: () => nothing,
    keep: (value) => {
      const text = JSON.stringify(value);
      writeStored("local", name, text);
      unkept = readStored("local", name) === text ? null : text;
      for (const tell of listeners) tell();
    },
    on: (tell) => {
      listeners.add(tell);
      window.addEventListener("storage", tell);
      return () => {
        listeners.delete(tell);
        window.removeEventListener("storage", tell);
      };
    },
  };
}
