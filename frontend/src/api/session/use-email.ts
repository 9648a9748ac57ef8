import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { AccountEmail } from "@/api/types";

// Not in keys.ts, which every page loads: only the email form needs it.
const EMAIL: Key<"/api/profile/email"> = ["/api/profile/email", {}];

type Email = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  about: AccountEmail | undefined;
  /** Requests a change of address. Not an `attempt`, so the password is not kept in memory. */
  ask: (email: string, password: string) => Promise<void>;
  drop: () => Promise<void>;
};

/** The account's email address, and a new one that waits for confirmation. */
export function useEmail(): Email {
  const { data: about, error, isBusy, retry, show } = useRead(EMAIL, "checked");
  return {
    about,
    error,
    isBusy,
    retry,
    ask: async (email, password) => {
      const { data } = await call("post", "/api/profile/email", { body: { email, password } });
      await show(data);
    },
    drop: async () => {
      await call("delete", "/api/profile/email");
      await retry();
    },
  };
}

/** Mails the link that confirms the account's address again. */
export async function sendEmailVerification(): Promise<void> {
  await call("post", "/api/profile/email-verification");
}
