import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { AppSetup, Passkey, Security, SignInProvider } from "@/api/types";

import { addPasskey } from "./passkeys";

// Not in keys.ts, which every page loads: only the security page needs it.
const SECURITY: Key<"/api/profile/security"> = ["/api/profile/security", {}];

// These calls carry passwords and codes, so they are not an `attempt`, which would keep them in memory.

type SecurityActs = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  security: Security | undefined;
  add: (name: string, password: string) => Promise<Passkey>;
  rename: (id: number, name: string) => Promise<void>;
  remove: (id: number, password: string) => Promise<void>;
  /** Data for the authenticator app; it is only enabled once a code has confirmed it. */
  beginApp: (password: string) => Promise<AppSetup>;
  /** Enables the app, and returns the recovery codes. */
  confirmApp: (code: string) => Promise<string[]>;
  removeApp: (password: string) => Promise<void>;
  newCodes: (password: string) => Promise<string[]>;
  /** Resolves with the address to navigate to. */
  connect: (provider: SignInProvider, password: string) => Promise<string>;
  disconnect: (provider: SignInProvider, password: string) => Promise<void>;
};

/** The account's sign-in methods, and changing them. */
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
    connect: async (provider, password) => {
      const { data } = await call("post", "/api/profile/connections/{provider}", {
        path: { provider },
        body: { password },
      });
      return data.url;
    },
    disconnect: async (provider, password) => {
      await call("post", "/api/profile/connections/{provider}/removal", { path: { provider }, body: { password } });
      await retry();
    },
  };
}
