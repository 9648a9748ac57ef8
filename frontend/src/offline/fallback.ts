import type * as store from "./cache";

type Store = typeof store;

// Its code comes when the first page is quiet; what was answered before that waits for it.
const QUIET_AFTER_MS = 3000;
const pending = new Map<string, () => Promise<unknown>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const load = (): Promise<Store> => import("./cache");
/** Some browsers, and tests, have no store at all. */
const hasStore = (): boolean => "indexedDB" in globalThis;
const nothing = (): null => null;

let writing: Promise<unknown> = Promise.resolve();

/** Keeps what waits, one after the other: who is signed in comes before what they have seen. */
function storePending(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  const writes = [...pending.values()];
  pending.clear();
  // What the device cannot store is only missing without a connection.
  for (const write of writes) writing = writing.then(write).catch(nothing);
  return writing;
}

const flush = (): void => void storePending();

/** Forgets what is still to be stored: its account has left. */
export function dropPending(): void {
  pending.clear();
}

/** Does something with the device's store once the first page is quiet; what is asked for again under a name replaces it. */
export function scheduleStore(name: string, write: (store: Store) => Promise<unknown>): void {
  if (!hasStore()) return;
  pending.set(name, async () => write(await load()));
  // A page that is left stores what it has heard.
  if (timer === undefined) document.addEventListener("visibilitychange", flush, { once: true });
  timer ??= setTimeout(flush, Math.max(0, QUIET_AFTER_MS - performance.now()));
}

/** Something of the device's store; null where it has none, or will not be read. */
export async function fromStore<T>(find: (store: Store) => Promise<T>): Promise<T | null> {
  return hasStore() ? load().then(find).catch(nothing) : null;
}

/** How long the server may be silent before what it said before is shown. */
const PATIENCE_MS = 3000;

/** Where a response `R` comes from, and where it goes. */
export type Source<R> = {
  /** What two asks for the same have in common. */
  name: string;
  ask: () => Promise<R>;
  /** Whether this failure of `ask` says that the server said nothing. */
  isUnanswered: (error: unknown) => boolean;
  /** What the server said before; null where nothing is stored. */
  find: () => Promise<R | null>;
  store: (response: R) => void;
  /** Changes what is shown. */
  show: (change: (shown: R | undefined) => R | undefined) => Promise<unknown>;
};

/** Which ask for a name is the newest: only that one's response counts when it comes late. */
const newest = new Map<string, symbol>();

/**
 * What the server answers; where it does not, or says nothing for three seconds, what it said before, if that is stored.
 * Then the response takes its place when it comes after all, unless something newer was asked or shown meanwhile.
 */
export async function networkFirst<R>({ name, ask, isUnanswered, find, store, show }: Source<R>): Promise<R> {
  const own = Symbol();
  newest.set(name, own);
  const asked = ask().then((response) => {
    if (newest.get(name) === own) store(response);
    return response;
  });
  const findCached = async (): Promise<R | null> => {
    await storePending();
    return find();
  };

  let patience: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise((done) => (patience = setTimeout(done, PATIENCE_MS)));
  const before = await Promise.race([asked.then(nothing, nothing), silence.then(findCached)]);
  clearTimeout(patience);
  if (before !== null) {
    const showFresh = (response: R): void => {
      // Where its account has left, there is no cache any more to show it.
      if (newest.get(name) === own) void show((shown) => (shown === before ? response : shown)).catch(nothing);
    };
    // One turn later: by then the stored one is shown.
    asked.then((response) => setTimeout(showFresh, 0, response), nothing);
    return before;
  }
  try {
    return await asked;
  } catch (error) {
    const cached = isUnanswered(error) ? await findCached() : null;
    if (cached === null) throw error;
    return cached;
  }
}
