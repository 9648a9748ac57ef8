import { sessionRefused } from "@/api/session/session-broadcast";
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
  /** "null": a 401 returns null; by default it throws like any error. */
  on401?: "throw" | "null";
  /** Replaces `fetch`: see `bySending`. */
  by?: Exchange;
  /** Time limit of the whole call, if longer than the default. */
  limitMs?: number;
};

/** A response with its ETag, for If-Match. */
export type ApiResponse<T> = {
  data: T;
  etag: string | null;
  /** When it was received (milliseconds, server's clock), for cached responses; undefined if live. */
  at?: number;
};

type Sent = Parameters & CallOptions & { body?: unknown };

let outlivesPage = false;

/** Requests made inside `begin` use keepalive, so they go on after the page is gone. */
export function outlivingPage(begin: () => void): void {
  outlivesPage = true;
  try {
    begin();
  } finally {
    outlivesPage = false;
  }
}

let lastToken: string | null = null;

/** Stores the CSRF token of a session or sign-in response. */
export function rememberCsrfToken(token: string): void {
  lastToken = token;
}

function tokenInCookie(): string | null {
  return /(?:^|; )(?:__Host-)?csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? null;
}

async function fetchToken(signal: AbortSignal): Promise<string> {
  const { csrfToken } = JSON.parse((await exchangeOnce(SESSION, { method: "GET", signal })).text) as ResponseOf<
    "get",
    "/api/auth/session"
  >;
  rememberCsrfToken(csrfToken);
  return csrfToken;
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
  if (address !== SESSION || init.method !== "GET" || lastToken !== null) return exchange(address, init);
  firstSession ??= exchange(address, init).finally(() => {
    firstSession = null;
  });
  return firstSession;
}

/** One request with its whole body; see `Exchange`. */
export async function exchange(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Exchanged> {
  try {
    const sentAt = deviceTime();
    const response = await fetch(address, { credentials: "same-origin", keepalive: outlivesPage, ...init });
    syncServerClock(response.headers.get("Server-Time"), sentAt);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new NetworkError(init.signal.aborted ? "timeout" : "connection", { cause });
  }
}

function headersOf({ idempotencyKey, ifMatch, body }: Sent, token: string | null): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (token !== null) headers.set("X-CSRFToken", token);
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  if (typeof ifMatch === "string") headers.set("If-Match", ifMatch);
  return headers;
}

async function exchangeWithToken(
  method: Method,
  address: string,
  sent: Sent,
  signal: AbortSignal,
): Promise<ApiResponse<unknown>> {
  const isSafe = method === "get";
  const body = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) };
  const send = async (token: string | null): Promise<{ response: Response; text: string; error: ApiError | null }> => {
    const response = await (sent.by ?? exchangeOnce)(address, {
      method: method.toUpperCase(),
      headers: headersOf(sent, token),
      signal,
      ...body,
    });
    return { ...response, error: response.response.ok ? null : ApiError.of(response.response, response.text) };
  };

  let response = await send(isSafe ? null : (tokenInCookie() ?? lastToken ?? (await fetchToken(signal))));
  // The token becomes invalid when another tab changes the session: retry once with a new one.
  if (response.error?.status === 403 && response.error.code.startsWith("csrf") && !isSafe)
    response = await send(await fetchToken(signal));
  if (response.error?.code === "not_authenticated") sessionRefused();
  if (response.error?.status === 401 && sent.on401 === "null") return { data: null, etag: null };
  if (response.error !== null) throw response.error;
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
    return await exchangeWithToken(method, filled(template, sent), sent, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls the API. Throws ApiError for an error status, NetworkError without a response within 15 s, or `limitMs`. */
export async function call<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...rest: Rest<RequestOf<M, P> & CallOptions>
): Promise<ApiResponse<ResponseOf<M, P>>> {
  return (await callAny(method, path, rest[0] ?? {})) as ApiResponse<ResponseOf<M, P>>;
}

/** A new Idempotency-Key: one per intention, reused for every retry of it. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
