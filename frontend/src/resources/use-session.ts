import useSWR from "swr";

import { api, rememberCsrfToken } from "./client";
import { addressOf, keys } from "./keys";
import type { Session, User } from "./types";

async function fetchSession(): Promise<Session> {
  const session = await api.get<Session>(addressOf(keys.session));
  rememberCsrfToken(session.csrfToken);
  return session;
}

export type SessionState = {
  /** The signed-in account; null for a visitor, and while `isLoading`. */
  user: User | null;
  isLoading: boolean;
  error: unknown;
  /** Asks the server again, after a sign-in or a change of the profile. */
  refresh: () => Promise<unknown>;
};

/** Who is signed in. */
export function useSession(): SessionState {
  const { data, error, isLoading, mutate } = useSWR<Session, unknown>(keys.session, fetchSession);
  return { user: data?.user ?? null, isLoading, error, refresh: () => mutate() };
}
