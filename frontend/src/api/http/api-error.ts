import type { ErrorBody } from "@/api/types";

function parse(body: string): Partial<ErrorBody> & Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * An error response. Its message is "status: body text", or the status text for an empty body (specification point 8).
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The stable error code ("slot_full"); empty if the response was not from our API. */
  readonly code: ErrorBody["code"] | "";
  /** Validation messages by payload name. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** The server's message for the user; null if it sent none. */
  readonly userMessage: string | null;
  /** Seconds from Retry-After; null without it. */
  readonly retryAfter: number | null;
  /** The parsed JSON body, for extra data ("current" of a version conflict). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, statusText: string, body: string, retryAfter: string | null) {
    super(`${status}: ${body === "" ? statusText : body}`);
    const parsed = parse(body);
    this.status = status;
    this.code = parsed.code ?? "";
    this.fields = parsed.fields ?? {};
    this.userMessage = parsed.message ?? null;
    this.retryAfter = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
    this.body = parsed;
  }

  /** True if nobody is signed in any more, or somebody else: the page that follows says it, nothing else does. */
  get isSessionOver(): boolean {
    return /not_authenticated|account_mismatch/.test(this.code);
  }

  static of(response: Response, body: string): ApiError {
    return new ApiError(response.status, response.statusText, body, response.headers.get("Retry-After"));
  }
}

/** No response: no connection, or it was lost ("connection"), or the time limit was reached ("timeout"). */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly reason: "connection" | "timeout";

  constructor(reason: "connection" | "timeout", options?: ErrorOptions) {
    super(`No answer: ${reason}`, options);
    this.reason = reason;
  }
}

export const overdue = (): NetworkError => new NetworkError("timeout");

/** Offline, and the device could not queue the action. The message is for the user. */
export class NotQueued extends Error {
  override readonly name = "NotQueued";
}

/** True if our server did not respond: no connection, a timeout, or only a proxy or portal answered. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 502 && error.code === "";
  // A captive portal's page is not JSON.
  return error instanceof NetworkError || error instanceof SyntaxError;
}
