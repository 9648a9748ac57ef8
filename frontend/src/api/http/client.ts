import { sessionRefused } from "@/api/session/session-broadcast";
import { deviceTime, syncServerClock } from "@/lib/server-clock";

import { ApiError, NetworkError } from "./api-error";
import type { Method, PathWith, RequestOf, ResponseOf, Rest } from "./operation";
import { filled, staysInPlace, type Parameters } from "./url";

/** How long a call may take, all of it, before it is given up. */
const TIME_LIMIT_MS = 15_000;

export type CallOptions = {
  /** Sent as Idempotency-Key: a repeat with the same key gives the first response. */
  idempotencyKey?: string;
  /** Sent as If-Match: the `etag` of the response that the change is based on. */
  ifMatch?: string | null;
  /** "null" answers null where a visitor is refused; by default a 401 is an error like any other. */
  on401?: "throw" | "null";
  /** Makes the request where `fetch` cannot: see `bySending`. */
  by?: Exchange;
  /** How long the call may take, all of it, where that is more than others may. */
  limitMs?: number;
};

/** A response with its version, for changes that must not overwrite a newer one. */
export type ApiResponse<T> = {
  data: T;
  etag: string | null;
  /** When the server said so (milliseconds, its clock), of what this device had stored; undefined: now. */
  at?: number;
};

type Sent = Parameters & CallOptions & { body?: unknown };

let outlivesPage = false;

/** The calls that begin within go on after the page is gone. */
export function outlivingPage(begin: () => void): void {
  outlivesPage = true;
  try {
    begin();
  } finally {
    outlivesPage = false;
  }
}

let lastToken: string | null = null;

/** Remembers the token that came with a session or sign-in response. */
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
/** One request and its whole response. Throws NetworkError where none came, or not in time. */
export type Exchange = (address: string, init: RequestInit & { signal: AbortSignal }) => Promise<Exchanged>;

const SESSION = "/api/auth/session";
let firstSession: Promise<Exchanged> | null = null;

/**
 * As `exchange`; but before this page has a token, whoever asks for the session shares one request: two would be given
 * two tokens, of which the first is worth nothing by the time it is sent.
 */
function exchangeOnce(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Exchanged> {
  if (address !== SESSION || init.method !== "GET" || lastToken !== null) return exchange(address, init);
  firstSession ??= exchange(address, init).finally(() => {
    firstSession = null;
  });
  return firstSession;
}

async function exchange(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Exchanged> {
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
  // A token is lost when the session changes in another tab: take a fresh one, once.
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

/** Calls by a template and what fills it; prefer `call`, which knows the types. */
export async function callAny(method: Method, template: string, sent: Sent): Promise<ApiResponse<unknown>> {
  // What is named by an address that leads elsewhere does not exist: nobody is asked.
  if (!staysInPlace(sent)) throw new ApiError(404, "Not Found", "", null);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), sent.limitMs ?? TIME_LIMIT_MS);
  try {
    return await exchangeWithToken(method, filled(template, sent), sent, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls the API. Throws ApiError for any error status and NetworkError where no response came within 15 seconds, or `limitMs`. */
export async function call<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  ...rest: Rest<RequestOf<M, P> & CallOptions>
): Promise<ApiResponse<ResponseOf<M, P>>> {
  return (await callAny(method, path, rest[0] ?? {})) as ApiResponse<ResponseOf<M, P>>;
}

/** A new Idempotency-Key: one per intention of a person, reused for every retry of that intention. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
