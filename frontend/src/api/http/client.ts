import { lastAccount, sessionRefused, shownAccount } from "@/api/session/session-broadcast";
import { deviceTime, syncServerClock } from "@/lib/server-clock";

import { ApiError, NetworkError } from "./api-error";
import type { Method, PathWith, RequestOf, ResponseOf, Rest } from "./operation";
import { filled, staysInPlace, type Parameters } from "./url";

/** Time limit of a whole call. */
const TIME_LIMIT_MS = 15_000;

export type CallOptions = {
  /** Sent as Idempotency-Key: a repeat with the same key gets the first response. */
  idempotencyKey?: string;
  /** Sent as If-Match: the `etag` that the change is based on. */
  ifMatch?: string | null;
  /** Replaces `fetch`: see `bySending`. */
  by?: Exchange;
  /** Time limit of the whole call, if longer than the default. */
  limitMs?: number;
  /** Sent as X-Account: who has pressed it, if the page may show somebody else by now; null is nobody. */
  account?: string | null;
  /** It goes on after the page is gone. */
  keepalive?: boolean;
};

/** A response with its ETag, for If-Match. */
export type ApiResponse<T> = {
  data: T;
  etag: string | null;
  /** When it was received (milliseconds, server's clock), for cached responses; undefined if live. */
  at?: number;
};

type Sent = Parameters & CallOptions & { body?: unknown };

let lastToken: string | null = null;

/** Stores the CSRF token of a session or sign-in response. */
export function rememberCsrfToken(token: string): void {
  lastToken = token;
}

function tokenInCookie(): string | undefined {
  return /(?:^|; |__Host-)csrftoken=([^;]+)/.exec(document.cookie)?.[1];
}

async function fetchToken(signal: AbortSignal): Promise<string> {
  const { text } = await exchangeOnce(SESSION, { signal });
  return (lastToken = (JSON.parse(text) as ResponseOf<"get", "/api/auth/session">).csrfToken);
}

type Exchanged = { response: Response; text: string };
/** One request with its whole body. Throws NetworkError without a response, or after the time limit. */
export type Exchange = (address: string, init: RequestInit & { signal: AbortSignal }) => Promise<Exchanged>;

const SESSION = "/api/auth/session";
let firstSession: Promise<Exchanged> | null = null;

/**
 * As `exchange`, but until this page has a token, all session requests share one: two would get two tokens, of which
 * the first is invalid by the time it is used.
 */
function exchangeOnce(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Exchanged> {
  if (address !== SESSION || lastToken !== null) return exchange(address, init);
  firstSession ??= exchange(address, init).finally(() => {
    firstSession = null;
  });
  return firstSession;
}

/** One request with its whole body; see `Exchange`. */
export async function exchange(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Exchanged> {
  try {
    const sentAt = deviceTime();
    const response = await fetch(address, { credentials: "same-origin", ...init });
    syncServerClock(response.headers.get("Server-Time"), sentAt);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new NetworkError(init.signal.aborted ? "timeout" : "connection", { cause });
  }
}

function headersOf({ idempotencyKey, ifMatch, account, body }: Sent, token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token !== null) headers["X-CSRFToken"] = token;
  // Somebody else may have signed in meanwhile, also in the back office: the server refuses to act for them, and to say
  // what is theirs. What everybody may read it says to everybody, and its caches do not look at this.
  if (typeof account === "string") headers["X-Account"] = account;
  if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
  if (typeof ifMatch === "string") headers["If-Match"] = ifMatch;
  return headers;
}

async function exchangeWithToken(
  method: Method,
  address: string,
  sent: Sent,
  signal: AbortSignal,
): Promise<ApiResponse<unknown>> {
  const send = async (token: string | null): Promise<{ response: Response; text: string; error: ApiError | null }> => {
    const response = await (sent.by ?? exchangeOnce)(address, {
      method: method.toUpperCase(),
      headers: headersOf(sent, token),
      signal,
      keepalive: sent.keepalive === true,
      body: JSON.stringify(sent.body),
    });
    return { ...response, error: response.response.ok ? null : ApiError.of(response.response, response.text) };
  };

  let response = await send(method === "get" ? null : (tokenInCookie() ?? lastToken ?? (await fetchToken(signal))));
  // The token becomes invalid when another tab changes the session: retry once with a new one.
  if (response.error?.code.startsWith("csrf")) response = await send(await fetchToken(signal));
  if (response.error !== null) {
    if (response.error.isSessionOver) sessionRefused();
    throw response.error;
  }
  return {
    data: response.text === "" ? null : (JSON.parse(response.text) as unknown),
    etag: response.response.headers.get("ETag"),
  };
}

/** Calls a path template that is only known at run time; prefer the typed `call`. */
export async function callAny(method: Method, template: string, sent: Sent): Promise<ApiResponse<unknown>> {
  // A parameter like ".." would change the path; no such resource exists, so do not send it.
  if (!staysInPlace(sent)) throw new ApiError(404, "Not Found", "", null);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), sent.limitMs ?? TIME_LIMIT_MS);
  try {
    // The account as of now: by the time that there is a token, the page may show another one.
    // Who is signed in is asked in nobody's name, and until that is known, reads are nobody's, too.
    const account = template === SESSION ? null : method === "get" ? shownAccount : lastAccount;
    return await exchangeWithToken(method, filled(template, sent), { account, ...sent }, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls the API. Throws ApiError for an error status, NetworkError without a response within 15 s, or `limitMs`. */
export function call<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...rest: Rest<RequestOf<M, P> & CallOptions>
): Promise<ApiResponse<ResponseOf<M, P>>> {
  return callAny(method, path, rest[0] ?? {}) as Promise<ApiResponse<ResponseOf<M, P>>>;
}

/** A new Idempotency-Key: one per intention, reused for every retry of it. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
