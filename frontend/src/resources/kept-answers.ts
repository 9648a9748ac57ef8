import { use, useCallback } from "react";
import { useSWRConfig, type Middleware } from "swr";

import type * as store from "@/offline/cache";

import { SessionContext } from "./session-context";
import type { Answer } from "./client";
import { isUnanswered } from "./api-error";
import { addressOf, isKey, type Key } from "./keys";

type Store = typeof store;

// Its code comes when the first page is quiet; what was answered before that waits for it.
const QUIET_AFTER_MS = 3000;
const waiting = new Map<string, () => Promise<unknown>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const load = (): Promise<Store> => import("@/offline/cache");
/** Some browsers, and tests, have no store at all. */
const hasStore = (): boolean => "indexedDB" in globalThis;
const nothing = (): null => null;

let writing: Promise<unknown> = Promise.resolve();

/** Keeps what waits, one after the other: who is signed in comes before what they have seen. */
function keepWaiting(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  const kept = [...waiting.values()];
  waiting.clear();
  // What the device cannot keep is only missing without a connection.
  for (const keep of kept) writing = writing.then(keep).catch(nothing);
  return writing;
}

const flush = (): void => void keepWaiting();

/** Forgets what is still to be kept: its account has left. */
export function dropWaiting(): void {
  waiting.clear();
}

/** Does something with the device's store once the first page is quiet; what is asked for again under a name replaces it. */
export function keepSoon(name: string, keep: (store: Store) => Promise<unknown>): void {
  if (!hasStore()) return;
  waiting.set(name, async () => keep(await load()));
  // A page that is left keeps what it has heard.
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
  ask: () => Promise<Answer<T>>;
  /** What the server said before; null where nothing is kept. */
  find: () => Promise<Answer<T> | null>;
  keep: (answer: Answer<T>) => void;
  /** Changes what is shown. */
  show: (change: (shown: Answer<T> | undefined) => Answer<T> | undefined) => Promise<unknown>;
};

/** Which ask for a name is the newest: only that one's answer counts when it comes late. */
const newest = new Map<string, symbol>();

/**
 * What the server answers; where it does not, or says nothing for three seconds, what it said before, if that is kept.
 * Then the answer takes its place when it comes after all, unless something newer was asked or shown meanwhile.
 */
export async function heardOrKept<T>({ name, ask, find, keep, show }: Source<T>): Promise<Answer<T>> {
  const own = Symbol();
  newest.set(name, own);
  const asked = ask().then((answer) => {
    if (newest.get(name) === own) keep(answer);
    return answer;
  });
  const findKept = async (): Promise<Answer<T> | null> => {
    await keepWaiting();
    return find();
  };

  let patience: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise((done) => (patience = setTimeout(done, PATIENCE_MS)));
  const before = await Promise.race([asked.then(nothing, nothing), silence.then(findKept)]);
  clearTimeout(patience);
  if (before !== null) {
    const showLate = (answer: Answer<T>): void => {
      // Where its account has left, there is no cache any more to show it.
      if (newest.get(name) === own) void show((shown) => (shown === before ? answer : shown)).catch(nothing);
    };
    // One turn later: by then the kept one is shown.
    asked.then((answer) => setTimeout(showLate, 0, answer), nothing);
    return before;
  }
  try {
    return await asked;
  } catch (error) {
    const kept = isUnanswered(error) ? await findKept() : null;
    if (kept === null) throw error;
    return kept;
  }
}

/** SWR middleware: where the server does not answer, what it last said is shown, and says from when it is. */
export const keptAnswers: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  if (fetcher === null || !isKey(key)) return useSWRNext(key, fetcher, config);
  const address = addressOf(key);
  // Every fetcher of a key answers with the server's answer and its version.
  const ask = fetcher as (arg: unknown) => Promise<Answer<unknown>>;
  const source = (arg: unknown): Source<unknown> => ({
    name: `${account} ${address}`,
    ask: async () => ask(arg),
    find: () => fromStore((store) => store.keptAnswer(address, account)),
    keep: (answer) => keepSoon(address, (store) => store.keepAnswer(address, account, answer)),
    // Of the cache that it was asked for: with another account there is another one.
    show: (change) => mutate<Answer<unknown>>(key, change, { revalidate: false }),
  });
  return useSWRNext(key, ((arg: unknown) => heardOrKept(source(arg))) as typeof fetcher, config);
};

/** Shows an answer that came by another way than by asking for its key, and keeps it as what was last heard. */
export function useShow(): <T>(key: Key, answer: Answer<T>) => Promise<unknown> {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  return useCallback(
    (key, answer) => {
      const address = addressOf(key);
      keepSoon(address, (store) => store.keepAnswer(address, account, answer));
      return mutate(key, answer, { revalidate: false });
    },
    [account, mutate],
  );
}
