// What the tabs of one browser have in common: messages to each other, and what one of them does at a time.

/** What the tabs tell each other under one name. */
export type Channel<T> = {
  /** Tells the other tabs; this one does not hear itself. */
  send: (message: T) => void;
  close: () => void;
};

/** Opens a channel; null where the browser has none. */
export function openChannel<T>(name: string, onMessage?: (message: T) => void): Channel<T> | null {
  if (typeof BroadcastChannel === "undefined") return null;
  const channel = new BroadcastChannel(name);
  if (onMessage !== undefined) channel.onmessage = ({ data }: MessageEvent<T>) => onMessage(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Tells every tab that listens, this one too. */
export function broadcast(name: string, message: unknown): void {
  const channel = openChannel<unknown>(name);
  channel?.send(message);
  channel?.close();
}

/** There on secure addresses only. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

const lastHere = new Map<string, Promise<unknown>>();

/** Does work of a name one at a time, over all tabs and the service worker; where the browser has no locks, in this page alone. */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (manager !== undefined) return manager.request(name, work);
  const last = lastHere.get(name) ?? Promise.resolve();
  const run = last.then(work, work);
  lastHere.set(name, run);
  return run;
}

/**
 * Has one tab lead; when it goes another takes over, and learns that it comes late. `lead` begins, and returns what ends it.
 * Returns the function that gives the lead, or the wait for it, back; null where the browser has no locks.
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
    // Whoever comes after another has missed what happened in between.
    if (isTaken) await manager.request(name, { signal }, () => hold(true));
  };
  take().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => stopped.abort();
}
