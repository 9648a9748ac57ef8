/** A place to keep strings; both of the browser's stores fit. */
export type StorageArea = "local" | "session";

function area(kind: StorageArea): Storage {
  return kind === "local" ? window.localStorage : window.sessionStorage;
}

/** Reads a stored value. Null when there is none or the browser forbids storage. */
export function readStored(kind: StorageArea, key: string): string | null {
  try {
    return area(kind).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. Does nothing where the browser forbids storage. */
export function writeStored(kind: StorageArea, key: string, value: string | null): void {
  try {
    if (value === null) area(kind).removeItem(key);
    else area(kind).setItem(key, value);
  } catch {
    // Private modes and full disks refuse: whatever is stored here is a convenience only.
  }
}
