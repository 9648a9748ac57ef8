import { createContext } from "react";

import type { User } from "@/api/types";

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

/** Who is signed in, to all that stands below its provider; null above it. */
export const SessionContext = createContext<SessionState | null>(null);
