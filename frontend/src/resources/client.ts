import { ApiError, NetworkError } from "./api-error";
import { addressOf, keys } from "./keys";
import { sessionRefused } from "./session-news";
import type { Session } from "./types";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type RequestOptions = {
  /** Sent as Idempotency-Key: a repeat with the same key gives the first answer. */
  idempotencyKey?: string;
  /** Sent as If-Match: the `etag` of the answer that the change is based on. */
  ifMatch?: string | null;
  signal?: AbortSignal;
  /** "null" answers null where a visitor is refused; by default a 401 is an error like any other. */
  on401?: "throw" | "null";
};

/** An answer with its version, for changes that must not overwrite a newer one. */
export type Answer<T> = { data: T; etag: string | null };

let lastToken: string | null = null;

/** Keeps the token that came with a session or sign-in answer. */
export function rememberCsrfToken(token: string): void {
  lastToken = token;
}

function tokenInCookie(): string | null {
  return /(?:^|; )(?:__Host-)?csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? null;
}

async function fetchToken(): Promise<string> {
  const answer = await request(addressOf(keys.session), { method: "GET" });
  const session = (await answer.json()) as Session;
  rememberCsrfToken(session.csrfToken);
  return session.csrfToken;
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: "same-origin", ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError("The request got no answer.", { cause: error });
  }
}

function headersOf(options: RequestOptions, hasBody: boolean, token: string | null): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (hasBody) headers.set("Content-Type", "application/json");
  if (token !== null) headers.set("X-CSRFToken", token);
  if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
  if (typeof options.ifMatch === "string") headers.set("If-Match", options.ifMatch);
  return headers;
}

async function failure(response: Response): Promise<ApiError> {
  const body = await response.text();
  return new ApiError(response.status, response.statusText, body, response.headers.get("Retry-After"));
}

/** Calls the API. Throws ApiError for any refusal and NetworkError where no answer came. */
export async function call<T>(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer<T>> {
  const isSafe = method === "GET";
  const send = (token: string | null): Promise<Response> =>
    request(path, {
      method,
      headers: headersOf(options, body !== undefined, token),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });

  let response = await send(isSafe ? null : (tokenInCookie() ?? lastToken ?? (await fetchToken())));
  let error = response.ok ? null : await failure(response);
  // A token is lost when the session changes in another tab: take a fresh one, once.
  if (error?.status === 403 && error.code.startsWith("csrf") && !isSafe) {
    response = await send(await fetchToken());
    error = response.ok ? null : await failure(response);
  }
  if (error !== null) {
    if (error.code === "not_authenticated") sessionRefused();
    if (error.status === 401 && options.on401 === "null") return { data: null as T, etag: null };
    throw error;
  }
  const text = await response.text();
  return { data: (text === "" ? null : JSON.parse(text)) as T, etag: response.headers.get("ETag") };
}

const dataOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => (await answer).data;

export const api = {
  get: <T>(path: string, options?: RequestOptions): Promise<T> => dataOf(call<T>("GET", path, undefined, options)),
  post: <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => dataOf(call<T>("POST", path, body, options)),
  put: <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => dataOf(call<T>("PUT", path, body, options)),
  patch: <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => dataOf(call<T>("PATCH", path, body, options)),
  delete: <T>(path: string, options?: RequestOptions): Promise<T> => dataOf(call<T>("DELETE", path, undefined, options)),
};

/** A new Idempotency-Key: make one per intention of a person, and reuse it for every retry of that intention. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
