import { inTime } from "@/lib/in-time";

import type * as store from "./cache";

type Store = typeof store;

// The store's code is loaded once the first page is quiet; responses that came before wait here.
const QUIET_AFTER_MS = 3000;
const pending = new Map<string, () => Promise<unknown>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const load = (): Promise<Store> => import("./cache");
/** Some browsers, and tests, have no IndexedDB. */
export const hasStore = (): boolean => "indexedDB" in globalThis;
const nothing = (): null => null;

let writing: Promise<unknown> = Promise.resolve();

/** Runs the pending writes in order: who is signed in must be stored before that account's data. */
export function storePending(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  const writes = [...pending.values()];
  pending.clear();
  // A failed write only means that this is missing offline.
  for (const write of writes) writing = writing.then(write).catch(nothing);
  return writing;
}

const flush = (): void => void storePending();

/** Discards the pending writes: their account has signed out. */
export function dropPending(): void {
  pending.clear();
}

/** Schedules a write for when the first page is quiet; a later one under the same name replaces it. */
export function scheduleStore(name: string, write: (store: Store) => Promise<unknown>): void {
  if (!hasStore()) return;
  pending.set(name, async () => inTime(write(await load())));
  // Flush when the page is hidden: it may not come back.
  if (timer === undefined) document.addEventListener("visibilitychange", flush, { once: true });
  timer ??= setTimeout(flush, Math.max(0, QUIET_AFTER_MS - performance.now()));
}

/** Reads from the device's store; null if there is none, it cannot be read, or does not answer within two seconds. */
export async function fromStore<T>(find: (store: Store) => Promise<T>): Promise<T | null> {
  if (!hasStore()) return null;
  return load()
    .then((store) => inTime(find(store)))
    .catch(nothing);
}

/** Stores the response to a write, after all that was read before it: within two seconds in all. Never rejects. */
export const storeWritten = (...written: Parameters<Store["storeWritten"]>): Promise<unknown> =>
  fromStore((store) => storePending().then(() => store.storeWritten(...written)));

/** How long to wait for the server before the cached response is shown. */
const PATIENCE_MS = 3000;
/** How long to wait before the page says that there is no response. */
const LATE_AFTER_MS = 15_000;
/** How long a response is waited for at all: one that is late is shown when it comes. */
export const READ_LIMIT_MS = 30_000;

/** Where a response `R` is fetched, cached and shown. `at`: when it was received; undefined for a live one. */
export type Source<R extends { at?: number }> = {
  /** Identifies the request: two with the same name ask for the same thing. */
  name: string;
  ask: () => Promise<R>;
  /** Whether `ask` failed because the server did not respond. */
  isUnanswered: (error: unknown) => boolean;
  /** The failure to show while `ask` takes too long. */
  overdue: () => Error;
  /** The cached response; null if there is none. */
  find: () => Promise<R | null>;
  store: (response: R) => void;
  /** Updates the response on screen. */
  show: (change: (shown: R | undefined) => R | undefined) => Promise<unknown>;
};

/** The newest request for each name: only its response counts if it comes late. */
const newest = new Map<string, symbol>();

/** Shows a response, if it comes: one task later, when what is shown instead is on screen. */
function showLate<R extends { at?: number }>(
  asked: Promise<R | null>,
  isNewest: () => boolean,
  show: Source<R>["show"],
): void {
  // Not compared by identity: of equal responses SWR keeps the first.
  const isOld = (shown: R | undefined): boolean => shown === undefined || shown.at !== undefined;
  const showFresh = (response: R | null): void => {
    if (response !== null && isNewest()) void show((shown) => (isOld(shown) ? response : shown)).catch(nothing);
  };
  asked.then((response) => setTimeout(showFresh, 0, response), nothing);
}

/**
 * The server's response; if there is none, or none within three seconds, the cached one, if there is one. Without
 * either it fails after 15 seconds. A late response then replaces what is cached on screen, or the failure, unless
 * something newer was requested meanwhile.
 */
export async function networkFirst<R extends { at?: number }>({
  name,
  ask,
  isUnanswered,
  overdue,
  find,
  store,
  show,
}: Source<R>): Promise<R> {
  const own = Symbol();
  newest.set(name, own);
  const asked = ask().then((response) => {
    if (newest.get(name) === own) store(response);
    return response;
  });
  const late = (_: unknown, reject: (error: Error) => void): void => void setTimeout(reject, LATE_AFTER_MS, overdue());
  const inLimit = Promise.race([asked, new Promise<never>(late)]);
  const showOnceThere = (awaited: Promise<R | null>): void => showLate(awaited, () => newest.get(name) === own, show);
  const cached = (): Promise<R | null> => storePending().then(find);

  let patience: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise((done) => (patience = setTimeout(done, PATIENCE_MS)));
  const before = await Promise.race([
    inLimit.then(nothing, nothing),
    silence.then(() => inTime(cached()).catch(nothing)),
  ]);
  clearTimeout(patience);
  if (before !== null) {
    showOnceThere(asked);
    return before;
  }
  try {
    return await inLimit;
  } catch (error) {
    showOnceThere(asked);
    if (!isUnanswered(error)) throw error;
    const found = cached();
    const stored = await inTime(found).catch(nothing);
    if (stored !== null) return stored;
    // The device is slow: what it finds takes the place of the failure.
    showOnceThere(found);
    throw error;
  }
}
