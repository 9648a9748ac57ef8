import { below, keys } from "@/api/cache/keys";
import { call, rememberCsrfToken } from "@/api/http/client";
import type { RequestOf } from "@/api/http/operation";
import { bySending } from "@/api/http/upload";
import type { PhotoWrites } from "@/api/http/use-photo";
import { useWrite } from "@/api/http/use-write";
import { clearPendingSignOut } from "@/offline/pending-sign-out";

import { useSession } from "./session";

// These calls carry passwords, so they are not an `attempt`, which would keep them in memory.

export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await call("post", "/api/auth/login", { body: { email, password } });
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}

export async function register(body: RequestOf<"post", "/api/auth/register">["body"]): Promise<void> {
  const { data } = await call("post", "/api/auth/register", { body });
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await call("post", "/api/profile/password", { body: { currentPassword, newPassword } });
}

/** Changes the account's name and phone. */
export function useProfileChange(): (changes: RequestOf<"patch", "/api/profile">["body"]) => Promise<unknown> {
  const write = useWrite();
  const { refresh } = useSession();
  return async (body) => {
    await write("patch", "/api/profile", { body }, [below(keys.profile)]);
    // It is saved, also if the session cannot be asked for again now.
    await refresh().catch(() => undefined);
  };
}

/** Changes the account's photo. */
export function useAccountPhoto(): PhotoWrites {
  const write = useWrite();
  const { refresh } = useSession();
  const outdated = [below(keys.profile)];
  // As above.
  const seen = (): Promise<unknown> => refresh().catch(() => undefined);
  return {
    putPhoto: async (file, onProgress) => {
      await write("put", "/api/profile/photo", bySending(file, onProgress), outdated);
      await seen();
    },
    removePhoto: async () => {
      await write("delete", "/api/profile/photo", {}, outdated);
      await seen();
    },
  };
}
