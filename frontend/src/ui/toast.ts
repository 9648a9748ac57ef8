import { readStored, writeStored } from "@/lib/storage";

export type Toast = { title: string; description?: string; variant?: "default" | "destructive" };

const STORAGE_KEY = "toast";
const listeners = new Set<() => void>();
let current: (Toast & { id: number }) | null = null;
let count = 0;

function publish(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that is shown: there is at most one (specification point 9). */
export function showToast(toast: Toast): void {
  count += 1;
  publish({ ...toast, id: count });
}

/** Shows a toast that must outlive a reload of the page, such as the one after signing in. */
export function showToastAfterReload(toast: Toast): void {
  writeStored("session", STORAGE_KEY, JSON.stringify(toast));
}

/** Shows what was left for after the reload; the app calls it once at its start. */
export function showLeftToast(): void {
  const left = readStored("session", STORAGE_KEY);
  writeStored("session", STORAGE_KEY, null);
  if (left !== null) showToast(JSON.parse(left) as Toast);
}

export function dismissToast(): void {
  if (current !== null) publish(null);
}

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): (Toast & { id: number }) | null => current,
};
