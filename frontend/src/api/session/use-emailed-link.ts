import useSWR from "swr";

import { call, rememberCsrfToken, type ApiResponse } from "@/api/http/client";
import type { EmailedLink } from "@/api/types";
import { now } from "@/lib/server-clock";
import { clearPendingSignOut } from "@/offline/pending-sign-out";

// These calls carry tokens and passwords, so they are not an `attempt`, which would keep them in memory.

type Looked = {
  /** Undefined until loaded. */
  link: EmailedLink | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** Reads what an emailed link is for; reading does not use it up. */
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

/** What a requested link is for. */
export type LinkPurpose = "reset" | "sign-in";

/** The server mails one link a minute to an address, and does not say when it mails none. */
const ONE_A_MS = 60_000;
/** When this page has asked for a link last, by purpose and address. */
const askedAt = new Map<string, number>();

/**
 * Has a link mailed; the response is the same whether or not the account exists. False, without a request, if this page
 * has asked for the same less than a minute ago. `next` is the page to which the link leads.
 */
export async function askForLink(purpose: LinkPurpose, email: string, next: string): Promise<boolean> {
  const name = `${purpose} ${email.toLowerCase()}`;
  if (now() - (askedAt.get(name) ?? -Infinity) < ONE_A_MS) return false;
  if (purpose === "reset") await call("post", "/api/auth/password-reset", { body: { email, next } });
  else await call("post", "/api/auth/sign-in-link", { body: { email, next } });
  askedAt.set(name, now());
  return true;
}

function signedIn({ data }: ApiResponse<{ csrfToken: string }>): void {
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}

/** Sets a new password by an emailed link, and signs in. */
export async function resetPassword(token: string, password: string): Promise<void> {
  signedIn(await call("post", "/api/auth/password-reset/confirm", { body: { token, password } }));
}

/** Restores the account's old address with a new password, and signs in. */
export async function takeEmailBack(token: string, password: string): Promise<void> {
  signedIn(await call("post", "/api/auth/email-change/take-back", { body: { token, password } }));
}

/** Signs in by an emailed link. */
export async function signInByLink(token: string): Promise<void> {
  signedIn(await call("post", "/api/auth/sign-in-link/confirm", { body: { token } }));
}

/** Confirms an account's address by an emailed link; the password where the session is not the account's. */
export async function verifyEmail(token: string, password = ""): Promise<void> {
  await call("post", "/api/auth/email-verification", { body: { token, password } });
}

/** Gives an account its new address by an emailed link, likewise. */
export async function changeEmail(token: string, password = ""): Promise<void> {
  await call("post", "/api/auth/email-change", { body: { token, password } });
}
