import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from "react";
import useSWR, { SWRConfig } from "swr";

import { forgetDrafts } from "@/lib/drafts";
import { forgetToasts } from "@/ui/overlay/toast";

import { call, rememberCsrfToken, type Answer } from "./client";
import { keys } from "./keys";
import { checkWhenRestored, exchangeAccounts, onSessionRefused, sayFarewell } from "./session-news";
import type { Session, User } from "./types";

export type SessionState = {
  /** The signed-in account; null for a visitor, and while `isLoading`. */
  user: User | null;
  isLoading: boolean;
  error: unknown;
  /** True where this page knew an account, and now nobody is signed in. */
  hasEnded: boolean;
  /** Asks the server again, after a change of the profile or where it may have ended. */
  refresh: () => Promise<unknown>;
  signOut: () => Promise<void>;
};

const SessionContext = createContext<SessionState | null>(null);

async function fetchSession(): Promise<Answer<Session>> {
  const answer = await call("get", "/api/auth/session");
  rememberCsrfToken(answer.data.csrfToken);
  return answer;
}

/** An account's id, null for a visitor, undefined while it is not known. */
type Account = string | null | undefined;
type Turn = { account: Account; number: number; hadAccount: boolean };

/** Counts the accounts that this page has belonged to: what one of them saw must not be there in another's turn. */
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

/** What is shown above all pages is an account's own, too: it goes with the account. */
function useNothingLeftBehind(account: Account): void {
  const last = useRef<Account>(undefined);
  useLayoutEffect(() => {
    if (account === undefined) return;
    if (typeof last.current === "string" && last.current !== account) forgetToasts();
    last.current = account;
  }, [account]);
}

/** Everything by which a page learns that its account is no longer the one that is signed in. */
function useAccountWatch(account: Account, check: () => Promise<unknown>, drop: () => Promise<unknown>): void {
  useEffect(() => (account === undefined ? undefined : exchangeAccounts(account, () => void drop())), [account, drop]);
  useEffect(() => {
    if (typeof account !== "string") return undefined;
    // Where no answer comes nothing is known either; the next call will tell.
    return onSessionRefused(() => void check().catch(() => undefined));
  }, [account, check]);
  useEffect(() => {
    const isPrivate = typeof account === "string";
    return checkWhenRestored(() => check().catch(() => (isPrivate ? drop() : undefined)), { isPrivate });
  }, [account, check, drop]);
}

/**
 * Knows who is signed in, and gives each account a cache of its own: with another account, or none, everything inside
 * starts anew.
 */
export function SessionProvider({ children }: { children: ReactNode }): ReactElement {
  const { data, error, isLoading, mutate } = useSWR<Answer<Session>, unknown>(keys.session, fetchSession);
  const account = data === undefined ? undefined : (data.data.user?.id ?? null);
  const turn = useTurn(account);
  const [acts] = useState(() => ({
    refresh: () => mutate(),
    check: async () => mutate(await fetchSession(), { revalidate: false }),
    drop: () => mutate(undefined, { revalidate: true }),
    signOut: async () => {
      await call("post", "/api/auth/logout");
      sayFarewell();
      forgetDrafts();
      await mutate((known) => known && { ...known, data: { ...known.data, authenticated: false, user: null } }, { revalidate: false });
    },
  }));
  useAccountWatch(account, acts.check, acts.drop);
  useNothingLeftBehind(account);

  const hasEnded = turn.hadAccount && account === null;
  const user = data?.data.user ?? null;
  const state = useMemo<SessionState>(
    () => ({ user, isLoading, error, hasEnded, refresh: acts.refresh, signOut: acts.signOut }),
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

/** Who is signed in. */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs a SessionProvider around it.");
  return session;
}

/** The signed-in account, on a route that needs one. */
export function useAccount(): User {
  const { user } = useSession();
  if (user === null) throw new Error("useAccount needs a route that is declared to need an account.");
  return user;
}
