import { use, useCallback } from "react";
import { useSWRConfig, type Middleware } from "swr";

import type * as store from "@/offline/cache";

import { SessionContext } from "./session-context";
import type { ApiResponse } from "./client";
import { isUnanswered } from "./api-error";
import { addressOf, isKey, type Key } from "./keys";

type Store = typeof store;

// Its code comes when the first page is quiet; what was answered before that waits for it.
const QUIET_AFTER_MS = 3000;
const pending = new Map<string, () => Promise<unknown>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const load = (): Promise<Store> => import("@/offline/cache");
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

type Source<T> = {
  /** What two asks for the same have in common. */
  name: string;
  ask: () => Promise<ApiResponse<T>>;
  /** What the server said before; null where nothing is stored. */
  find: () => Promise<ApiResponse<T> | null>;
  store: (response: ApiResponse<T>) => void;
  /** Changes what is shown. */
  show: (change: (shown: ApiResponse<T> | undefined) => ApiResponse<T> | undefined) => Promise<unknown>;
};

/** Which ask for a name is the newest: only that one's response counts when it comes late. */
const newest = new Map<string, symbol>();

/**
 * What the server answers; where it does not, or says nothing for three seconds, what it said before, if that is stored.
 * Then the response takes its place when it comes after all, unless something newer was asked or shown meanwhile.
 */
export async function networkFirst<T>({ name, ask, find, store, show }: Source<T>): Promise<ApiResponse<T>> {
  const own = Symbol();
  newest.set(name, own);
  const asked = ask().then((response) => {
    if (newest.get(name) === own) store(response);
    return response;
  });
  const findCached = async (): Promise<ApiResponse<T> | null> => {
    await storePending();
    return find();
  };

  let patience: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise((done) => (patience = setTimeout(done, PATIENCE_MS)));
  const before = await Promise.race([asked.then(nothing, nothing), silence.then(findCached)]);
  clearTimeout(patience);
  if (before !== null) {
    const showFresh = (response: ApiResponse<T>): void => {
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

/** SWR middleware: where the server does not answer, what it last said is shown, and says from when it is. */
export const offlineFallback: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  if (fetcher === null || !isKey(key)) return useSWRNext(key, fetcher, config);
  const address = addressOf(key);
  // Every fetcher of a key answers with the server's response and its version.
  const ask = fetcher as (arg: unknown) => Promise<ApiResponse<unknown>>;
  const source = (arg: unknown): Source<unknown> => ({
    name: `${account} ${address}`,
    ask: async () => ask(arg),
    find: () => fromStore((store) => store.cachedResponse(address, account)),
    store: (response) => scheduleStore(address, (store) => store.storeResponse(address, account, response)),
    // Of the cache that it was asked for: with another account there is another one.
    show: (change) => mutate<ApiResponse<unknown>>(key, change, { revalidate: false }),
  });
  return useSWRNext(key, ((arg: unknown) => networkFirst(source(arg))) as typeof fetcher, config);
};

/** Shows a response that came by another way than by asking for its key, and stores it as the last response. */
export function useShow(): <T>(key: Key, response: ApiResponse<T>) => Promise<unknown> {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  return useCallback(
    (key, response) => {
      const address = addressOf(key);
      scheduleStore(address, (store) => store.storeResponse(address, account, response));
      return mutate(key, response, { revalidate: false });
    },
    [account, mutate],
  );
}
