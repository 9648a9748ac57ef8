import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { AccountEmail } from "@/api/types";

// Not among the keys of every page: only where the address is changed it is asked for.
const EMAIL: Key<"/api/profile/email"> = ["/api/profile/email", {}];

type Email = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  about: AccountEmail | undefined;
  /** Asks for another address; the password goes out once, and nothing remembers it as an attempt. */
  ask: (email: string, password: string) => Promise<void>;
  drop: () => Promise<void>;
};

/** The account's address, and the one that waits for its confirmation. */
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

/** Has the link mailed once more that confirms the account's address. */
export async function sendEmailVerification(): Promise<void> {
  await call("post", "/api/profile/email-verification");
}
