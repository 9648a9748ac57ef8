import { createContext } from "react";

import type { User } from "@/api/types";

export type SessionState = {
  /** The signed-in account; null for a visitor, and while `isLoading`. */
  user: User | null;
  isLoading: boolean;
  error: unknown;
  /** True if this page had an account, and now nobody is signed in. */
  hasEnded: boolean;
  /** Fetches the session again, after a profile change or when it may have ended. */
  refresh: () => Promise<unknown>;
  signOut: () => Promise<void>;
};

/** Null above its provider. */
export const SessionContext = createContext<SessionState | null>(null);
