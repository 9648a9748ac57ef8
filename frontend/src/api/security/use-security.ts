import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { AppSetup, Passkey, Security } from "@/api/types";

import { addPasskey } from "./passkeys";

// Not among the keys of every page: the page of security alone asks for it.
const SECURITY: Key<"/api/profile/security"> = ["/api/profile/security", {}];

// Passwords and codes are in these calls: they go out once, and nothing remembers them as an attempt.

type SecurityActs = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  security: Security | undefined;
  add: (name: string, password: string) => Promise<Passkey>;
  rename: (id: number, name: string) => Promise<void>;
  remove: (id: number, password: string) => Promise<void>;
  /** What the authenticator app reads; nothing is on before a code has confirmed it. */
  beginApp: (password: string) => Promise<AppSetup>;
  /** Turns the app on, and answers with the recovery codes. */
  confirmApp: (code: string) => Promise<string[]>;
  removeApp: (password: string) => Promise<void>;
  newCodes: (password: string) => Promise<string[]>;
};

/** How the account is signed in to, and changing it. */
export function useSecurity(): SecurityActs {
  const { data: security, error, isBusy, retry } = useRead(SECURITY, "checked");
  return {
    security,
    error,
    isBusy,
    retry,
    add: async (name, password) => {
      const added = await addPasskey(name, password);
      await retry();
      return added;
    },
    rename: async (id, name) => {
      await call("patch", "/api/profile/passkeys/{passkey_id}", { path: { passkey_id: id }, body: { name } });
      await retry();
    },
    remove: async (id, password) => {
      await call("post", "/api/profile/passkeys/{passkey_id}/removal", {
        path: { passkey_id: id },
        body: { password },
      });
      await retry();
    },
    beginApp: async (password) =>
      (await call("post", "/api/profile/authenticator-app/setup", { body: { password } })).data,
    confirmApp: async (code) => {
      const { data } = await call("post", "/api/profile/authenticator-app", { body: { code } });
      await retry();
      return data.recoveryCodes;
    },
    removeApp: async (password) => {
      await call("post", "/api/profile/authenticator-app/removal", { body: { password } });
      await retry();
    },
    newCodes: async (password) => {
      const { data } = await call("post", "/api/profile/recovery-codes", { body: { password } });
      await retry();
      return data.recoveryCodes;
    },
  };
}
