import type { ErrorBody } from "@/api/types";

function parse(body: string): Partial<ErrorBody> & Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The server refused: message is "status: body text", or the status text for an empty body (specification point 8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The stable code of the error ("slot_full"); empty when the response was not the API's own. */
  readonly code: ErrorBody["code"] | "";
  /** The messages of each refused field, by payload name. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** The server's sentence for a person; null when it sent none. */
  readonly userMessage: string | null;
  /** Seconds to wait before trying again; null when the server did not say. */
  readonly retryAfter: number | null;
  /** The parsed JSON body, for answers that carry more ("current" of a version conflict). */
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

  static of(response: Response, body: string): ApiError {
    return new ApiError(response.status, response.statusText, body, response.headers.get("Retry-After"));
  }
}

/** The request never got a response: no connection, or it was cut ("connection"), or it took too long ("timeout"). */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly reason: "connection" | "timeout";

  constructor(reason: "connection" | "timeout", options?: ErrorOptions) {
    super(reason === "timeout" ? "The request got no answer in time." : "The request got no answer.", options);
    this.reason = reason;
  }
}

/** There was no connection, and the device could not keep the act until there is one. The message is for its person. */
export class NotQueued extends Error {
  override readonly name = "NotQueued";
}

/** True where our server said nothing: no connection, no response in time, or only what stands before it has answered. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 502 && error.code === "";
  // A portal's page is no JSON.
  return error instanceof NetworkError || error instanceof SyntaxError;
}
