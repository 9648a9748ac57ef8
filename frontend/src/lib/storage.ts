/** Both of the browser's key-value stores. */
export type StorageArea = "local" | "session";

function area(kind: StorageArea): Storage {
  return kind === "local" ? window.localStorage : window.sessionStorage;
}

/** Reads a stored value. Null if there is none, or storage is blocked. */
export function readStored(kind: StorageArea, key: string): string | null {
  try {
    return area(kind).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; null deletes it. Does nothing if storage is blocked. */
export function writeStored(kind: StorageArea, key: string, value: string | null): void {
  try {
    if (value === null) area(kind).removeItem(key);
    else area(kind).setItem(key, value);
  } catch {
    // Private windows and full disks throw; everything stored here is optional.
  }
}
