import { use } from "react";
import type { Middleware } from "swr";

import type * as store from "@/offline/cache";

import { SessionContext } from "./session-context";
import type { Answer } from "./client";
import { isUnanswered } from "./api-error";
import { addressOf, isKey } from "./keys";

type Store = typeof store;
type Asked = { address: string; /** Who asked; null is a visitor. */ account: string | null };

// Its code comes when the first page is quiet; what was answered before that waits for it.
const QUIET_AFTER_MS = 3000;
const waiting = new Map<string, () => Promise<unknown>>();
let timer: ReturnType<typeof setTimeout> | undefined;

const load = (): Promise<Store> => import("@/offline/cache");
/** Some browsers, and tests, have no store at all. */
const hasStore = (): boolean => "indexedDB" in globalThis;
const nothing = (): null => null;

function keepWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
  const kept = [...waiting.values()];
  waiting.clear();
  // What the device cannot keep is only missing without a connection.
  for (const keep of kept) void keep().catch(nothing);
}

/** Forgets what is still to be kept: its account has left. */
export function dropWaiting(): void {
  waiting.clear();
}

/** Does something with the device's store once the first page is quiet; what is asked for again under a name replaces it. */
export function keepSoon(name: string, keep: (store: Store) => Promise<unknown>): void {
  if (!hasStore()) return;
  waiting.set(name, async () => keep(await load()));
  // A page that is left keeps what it has heard.
  if (timer === undefined) document.addEventListener("visibilitychange", keepWaiting, { once: true });
  timer ??= setTimeout(keepWaiting, Math.max(0, QUIET_AFTER_MS - performance.now()));
}

/** Something of the device's store; null where it has none, or will not be read. */
export async function fromStore<T>(find: (store: Store) => Promise<T>): Promise<T | null> {
  return hasStore() ? load().then(find).catch(nothing) : null;
}

async function orKept(asked: Asked, ask: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const { address, account } = asked;
  try {
    const answer = await ask();
    keepSoon(address, (store) => store.keepAnswer(address, account, answer));
    return answer;
  } catch (error) {
    const kept = isUnanswered(error) ? await fromStore((store) => store.keptAnswer(address, account)) : null;
    if (kept === null) throw error;
    return kept;
  }
}

/** SWR middleware: where the server does not answer, what it last said is shown, and says from when it is. */
export const keptAnswers: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const account = use(SessionContext)?.user?.id ?? null;
  if (fetcher === null || !isKey(key)) return useSWRNext(key, fetcher, config);
  const asked = { address: addressOf(key), account };
  // Every fetcher of a key answers with the server's answer and its version.
  const ask = fetcher as (arg: unknown) => Promise<Answer<unknown>>;
  return useSWRNext(key, ((arg: unknown) => orKept(asked, async () => ask(arg))) as typeof fetcher, config);
};
