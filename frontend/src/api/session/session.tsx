import {
  useCallback,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from "react";
import useSWR, { SWRConfig, useSWRConfig } from "swr";

import { keys } from "@/api/cache/keys";
import { beginEventsAt } from "@/api/cache/live";
import { isUnanswered, overdue } from "@/api/http/api-error";
import { call, rememberCsrfToken, type ApiResponse } from "@/api/http/client";
import type { Session, User } from "@/api/types";
import { forgetDrafts } from "@/lib/drafts";
import { readStored, writeStored } from "@/lib/storage";
import { useAge } from "@/offline/ages";
import { dropPending, fromStore, networkFirst, READ_LIMIT_MS, scheduleStore } from "@/offline/fallback";
import { clearPendingSignOut, isSignOutPending, setSignOutPending } from "@/offline/pending-sign-out";
import { forgetToasts } from "@/ui/overlay/toast";

import { broadcastSignOut, checkWhenRestored, exchangeAccounts, onSessionRefused } from "./session-broadcast";
import { SessionContext, type SessionState } from "./session-context";

const visitor: Session = { authenticated: false, user: null, csrfToken: "", eventsCursor: "" };

const idOf = (user: User | null): string | null => user?.id ?? null;
/** Whose account the last response was of, on this device: the store hears of it some seconds later. */
const NOTED = "account";

/** Sends a sign-out that was made offline. Throws as `call` does. */
async function sendPendingSignOut(): Promise<void> {
  if (!isSignOutPending()) return;
  await call("post", "/api/auth/logout");
  clearPendingSignOut();
}

async function askSession(): Promise<ApiResponse<Session>> {
  await sendPendingSignOut();
  const response = await call("get", "/api/auth/session", { limitMs: READ_LIMIT_MS });
  rememberCsrfToken(response.data.csrfToken);
  beginEventsAt(response.data.eventsCursor);
  writeStored("local", NOTED, idOf(response.data.user));
  return response;
}

/**
 * The session as last stored on this device; null if nothing is stored, or only of somebody who was signed in before
 * the last response.
 */
async function findSession(): Promise<ApiResponse<Session> | null> {
  if (isSignOutPending()) return { data: visitor, etag: null, at: 0 };
  const stored = await fromStore((store) => store.storedUser(readStored("local", NOTED)));
  return (
    stored && {
      data: { ...visitor, authenticated: stored.user !== null, user: stored.user as User | null },
      etag: null,
      at: stored.at,
    }
  );
}

function storeSession({ data: { user } }: ApiResponse<Session>): void {
  scheduleStore("session", async (store) => {
    // Delete what other accounts have cached. Old rows too for a visitor: only an account's sync cleans up.
    await store.belongTo(idOf(user));
    if (user === null) await store.removeExpired();
    await store.storeUser(user);
  });
}

type Show = (change: (shown: ApiResponse<Session> | undefined) => ApiResponse<Session> | undefined) => Promise<unknown>;

/** The session from the server, or the stored one without a response. */
const fetchSession = (show: Show): Promise<ApiResponse<Session>> =>
  networkFirst({
    name: "session",
    ask: askSession,
    isUnanswered,
    overdue,
    find: findSession,
    store: storeSession,
    show,
  });

/** Ends the session on the server; offline it is noted as pending. */
async function endSession(): Promise<void> {
  try {
    await call("post", "/api/auth/logout");
  } catch (error) {
    if (!isUnanswered(error) || !setSignOutPending()) throw error;
  }
}

/** An account's id, null for a visitor, undefined while loading. */
type Account = string | null | undefined;
type Turn = { account: Account; number: number; hadAccount: boolean };

/** Numbers the accounts that this page has belonged to: each turn gets a new SWR cache. */
function useTurn(account: Account): Turn {
  const [turn, setTurn] = useState<Turn>({ account, number: 0, hadAccount: false });
  if (account === turn.account) return turn;
  const next = {
    account,
    number: turn.account === undefined ? turn.number : turn.number + 1,
    hadAccount: turn.hadAccount || typeof turn.account === "string",
  };
  setTurn(next);
  return next;
}

/** Toasts live above the pages, so they are cleared when the account changes. */
function useNothingLeftBehind(account: Account): void {
  const last = useRef<Account>(undefined);
  useLayoutEffect(() => {
    if (account === undefined) return;
    if (typeof last.current === "string" && last.current !== account) {
      forgetToasts();
    }
    last.current = account;
  }, [account]);
}

/** Checks the session on a broadcast, a refused call, or a restore from the bfcache. */
function useAccountWatch(account: Account, check: () => Promise<unknown>, drop: () => Promise<unknown>): void {
  // An insertion effect runs before what the account's pages read as they appear.
  useInsertionEffect(
    () => (account === undefined ? undefined : exchangeAccounts(account, () => void drop())),
    [account, drop],
  );
  useEffect(() => {
    if (typeof account !== "string") return undefined;
    // Without a response nothing is known; the next call will tell.
    return onSessionRefused(() => void check().catch(() => undefined));
  }, [account, check]);
  useEffect(() => {
    const isPrivate = typeof account === "string";
    return checkWhenRestored(() => check().catch(() => (isPrivate ? drop() : undefined)), { isPrivate });
  }, [account, check, drop]);
}

/**
 * Provides the session, and a separate SWR cache per account: on a change of account everything inside remounts.
 */
export function SessionProvider({ children }: { children: ReactNode }): ReactElement {
  const { mutate: mutateAny } = useSWRConfig();
  const fetchNow = useCallback(
    () => fetchSession((change) => mutateAny(keys.session, change, { revalidate: false })),
    [mutateAny],
  );
  const { data, error, isLoading, mutate } = useSWR<ApiResponse<Session>, unknown>(keys.session, fetchNow);
  // Its age is not told: a page without anything else of an account says nothing of one.
  useAge((error ?? data?.at) === undefined ? undefined : Infinity);
  const account = data && idOf(data.data.user);
  const turn = useTurn(account);
  const [acts] = useState(() => ({
    refresh: () => mutate(),
    check: async () => mutate(await fetchNow(), { revalidate: false }),
    drop: () => {
      dropPending();
      return mutate(undefined, { revalidate: true });
    },
    signOut: async (left: string) => {
      await endSession();
      dropPending();
      writeStored("local", NOTED, null);
      await fromStore((store) => store.forget(left));
      broadcastSignOut();
      forgetDrafts();
      await mutate((known) => known && { ...known, data: visitor }, { revalidate: false });
    },
  }));
  useAccountWatch(account, acts.check, acts.drop);
  useNothingLeftBehind(account);

  const hasEnded = turn.hadAccount && account === null;
  const user = data?.data.user ?? null;
  const state = useMemo<SessionState>(
    () => ({ user, isLoading, error, hasEnded, refresh: acts.refresh, signOut: () => acts.signOut(user?.id ?? "") }),
    [user, isLoading, error, hasEnded, acts],
  );
  return (
    <SessionContext value={state}>
      <SWRConfig key={turn.number} value={{ provider: () => new Map() }}>
        {children}
      </SWRConfig>
    </SessionContext>
  );
}

export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("No SessionProvider");
  return session;
}

/** The signed-in account, on a route that requires one. */
export function useAccount(): User {
  const { user } = useSession();
  if (user === null) throw new Error("No account");
  return user;
}
