// Communication between the tabs of a browser: broadcasts, and locks.

export type Channel<T> = {
  /** Sends to the other tabs, not to this one. */
  send: (message: T) => void;
  close: () => void;
};

/** Opens a BroadcastChannel; null if the browser has none. */
export function openChannel<T>(name: string, onMessage?: (message: T) => void): Channel<T> | null {
  if (typeof BroadcastChannel === "undefined") return null;
  const channel = new BroadcastChannel(name);
  if (onMessage !== undefined) channel.onmessage = ({ data }: MessageEvent<T>) => onMessage(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Sends to every listening tab, including this one. */
export function broadcast(name: string, message: unknown): void {
  const channel = openChannel<unknown>(name);
  channel?.send(message);
  channel?.close();
}

/** Only in secure contexts. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

const lastHere = new Map<string, Promise<unknown>>();

/** Runs work under a lock over all tabs and the service worker; without Web Locks, within this page only. */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (manager !== undefined) return manager.request(name, work);
  const last = lastHere.get(name) ?? Promise.resolve();
  const run = last.then(work, work);
  lastHere.set(name, run);
  return run;
}

/**
 * Elects one leader tab; when it closes another takes over, with `isLate` set. `lead` starts, and returns how to stop.
 * Returns a function that resigns; null without Web Locks.
 */
export function leadOneTab(name: string, lead: (isLate: boolean) => () => void): (() => void) | null {
  const manager = locks();
  if (manager === undefined) return null;
  const stopped = new AbortController();
  const { signal } = stopped;
  const hold = (isLate: boolean): Promise<void> =>
    new Promise((release) => {
      const end = lead(isLate);
      signal.addEventListener("abort", () => {
        end();
        release();
      });
    });
  const take = async (): Promise<void> => {
    const isTaken = await manager.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null && !signal.aborted) await hold(false);
      return lock === null;
    });
    // A later leader has missed what happened before.
    if (isTaken) await manager.request(name, { signal }, () => hold(true));
  };
  take().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => stopped.abort();
}
