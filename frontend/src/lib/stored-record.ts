import { readStored, writeStored, type StorageArea } from "./storage";

/** Named values, kept as JSON under one key of the browser's storage. They may be from an older version, or edited. */
export type StoredRecord<T> = {
  get: (name: string) => T | null;
  set: (name: string, value: T) => void;
  /** Deletes values; without names all of them. */
  forget: (...names: string[]) => void;
};

export function storedRecord<T>(area: StorageArea, key: string): StoredRecord<T> {
  const all = (): Record<string, T | null> => {
    try {
      const stored: unknown = JSON.parse(readStored(area, key) ?? "{}");
      return typeof stored === "object" && stored !== null ? (stored as Record<string, T | null>) : {};
    } catch {
      return {};
    }
  };
  return {
    get: (name) => all()[name] ?? null,
    set: (name, value) => writeStored(area, key, JSON.stringify({ ...all(), [name]: value })),
    forget: (...names) => {
      const rest = Object.entries(all()).filter(([name]) => names.length > 0 && !names.includes(name));
      writeStored(area, key, rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest)));
    },
  };
}
