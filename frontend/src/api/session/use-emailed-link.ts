import useSWR from "swr";

import { call, rememberCsrfToken, type ApiResponse } from "@/api/http/client";
import type { EmailedLink } from "@/api/types";
import { clearPendingSignOut } from "@/offline/pending-sign-out";

// Tokens and passwords are in these: they go out once, and nothing remembers them as an attempt.

type Looked = {
  /** What the link is for; undefined until the server has answered. */
  link: EmailedLink | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** A link that was mailed, before it is used: looking at it uses nothing up. */
export function useEmailedLink(token: string): Looked {
  const {
    data: link,
    error,
    isValidating,
    mutate,
  } = useSWR<EmailedLink, unknown, [string, string] | null>(
    token === "" ? null : ["emailed link", token],
    async ([, looked]) => (await call("post", "/api/auth/emailed-link", { body: { token: looked } })).data,
    { revalidateIfStale: false },
  );
  return { link, error, isBusy: isValidating, retry: () => mutate() };
}

/** What a link that is asked for is to do. */
export type LinkPurpose = "reset" | "sign-in";

/** Has a link mailed; the answer is the same whether or not there is such an account. */
export async function askForLink(purpose: LinkPurpose, email: string): Promise<void> {
  if (purpose === "reset") await call("post", "/api/auth/password-reset", { body: { email } });
  else await call("post", "/api/auth/sign-in-link", { body: { email } });
}

function signedIn({ data }: ApiResponse<{ csrfToken: string }>): void {
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}

/** Sets a new password by a link, and signs in. */
export async function resetPassword(token: string, password: string): Promise<void> {
  signedIn(await call("post", "/api/auth/password-reset/confirm", { body: { token, password } }));
}

/** Takes the account's old address back with a new password, and signs in. */
export async function takeEmailBack(token: string, password: string): Promise<void> {
  signedIn(await call("post", "/api/auth/email-change/take-back", { body: { token, password } }));
}

/** Signs in by a link. */
export async function signInByLink(token: string): Promise<void> {
  signedIn(await call("post", "/api/auth/sign-in-link/confirm", { body: { token } }));
}

/** Confirms an account's address by a link: the one that it has, or the one that it is to have. */
export async function confirmEmail(token: string, purpose: "verify" | "change"): Promise<void> {
  const path = purpose === "verify" ? "/api/auth/email-verification" : "/api/auth/email-change";
  await call("post", path, { body: { token } });
}
