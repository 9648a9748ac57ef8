// Sends the offline queue. Runs in every page and in the service worker, one at a time.
import { deviceTime, now, syncServerClock } from "@/lib/server-clock";
import { oneAtATime } from "@/lib/tabs";

import type { Action, QueueError } from "./db";
import { callOf, formOf } from "./operations";
import { actionAt, actionsOf, delay, fail, finish, isInPage, makeDue, nextDue, readyActions, reject } from "./queue";
import { PENDING_SIGN_OUT } from "./wake-worker";
import type { SentResponse } from "./write-back";

const LOCK = "suuber offline queue";
const TIME_LIMIT_MS = 15_000;
/** A photo takes longer. */
const FORM_LIMIT_MS = 120_000;
/** How many entities are sent in parallel. */
const AT_ONCE = 4;
const ASKED_TO_WAIT_S = 30;

/** Who is signed in, with a CSRF token of the current session. */
type Session = { account: string | null; csrfToken: string };

/** The outcome of one attempt. */
export type Result = { action: Action; outcome: "sent" | "failed" | "refused" | "conflict" };

export type SyncResult = {
  results: Result[];
  /** Why the run ended early; null if everything that was due was tried. */
  paused: "unreachable" | "signed_out" | "account_mismatch" | "asked_to_wait" | null;
  /** When the next action is due (milliseconds, server's clock); null if nothing waits. */
  nextAt: number | null;
};

/** What a response means for its action. */
type AttemptResult =
  | { kind: "sent"; response: SentResponse }
  | { kind: "failed"; status: number }
  | { kind: "rejected"; error: QueueError }
  | { kind: "token" }
  | { kind: "session" }
  | { kind: "wait"; seconds: number };

type FetchedResponse = { response: Response; text: string };

async function exchange(url: string, init: RequestInit, limitMs = TIME_LIMIT_MS): Promise<FetchedResponse | null> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    const sentAt = deviceTime();
    const response = await fetch(url, {
      cache: "no-store",
      redirect: "manual",
      signal: limit.signal,
      ...init,
    });
    syncServerClock(response.headers.get("Server-Time"), sentAt);
    return { response, text: await response.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function jsonOf({ response, text }: FetchedResponse): Record<string, unknown> | null {
  if (response.headers.get("Content-Type")?.startsWith("application/json") !== true) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Asks who is signed in. Null if the response is not from our server. */
async function fetchSession(): Promise<Session | null> {
  const fetched = await exchange("/api/auth/session", { headers: { Accept: "application/json" } });
  const body = fetched?.response.ok === true ? jsonOf(fetched) : null;
  if (typeof body?.["csrfToken"] !== "string") return null;
  const user = body["user"] as { id?: unknown } | null;
  return { account: typeof user?.id === "string" ? user.id : null, csrfToken: body["csrfToken"] };
}

/** For the service worker: sends the sign-out that was made offline. Rejects while it cannot be sent. */
export async function sendPendingSignOut(): Promise<void> {
  if (!(await caches.has(PENDING_SIGN_OUT))) return;
  const session = await fetchSession();
  const headers = { "X-CSRFToken": session?.csrfToken ?? "" };
  if ((await exchange("/api/auth/logout", { method: "POST", headers }))?.response.ok !== true) throw new Error();
  await caches.delete(PENDING_SIGN_OUT);
}

const RETRIED = [408, 425];

function classifyResponse(fetched: FetchedResponse | null, key: string): AttemptResult {
  if (fetched === null) return { kind: "failed", status: 0 };
  const { response } = fetched;
  const { status } = response;
  const body = jsonOf(fetched);
  const code = typeof body?.["code"] === "string" ? body["code"] : "";
  const text = typeof body?.["message"] === "string" ? body["message"] : null;
  // Only a response that repeats our key counts: a captive portal may answer anything with 200, or with an error.
  const isWhole = body !== null || status === 204;
  if (response.ok && isWhole && response.headers.get("Idempotency-Key") === key)
    return { kind: "sent", response: { data: body, etag: response.headers.get("ETag") } };
  if (status === 429) return { kind: "wait", seconds: Number(response.headers.get("Retry-After")) || ASKED_TO_WAIT_S };
  if (status < 400 || status >= 500 || RETRIED.includes(status) || code === "" || code === "request_in_progress")
    return { kind: "failed", status };
  if (status === 401 || code === "account_mismatch") return { kind: "session" };
  if (status === 403 && code.startsWith("csrf")) return { kind: "token" };
  if (code === "version_conflict")
    return { kind: "rejected", error: { kind: "conflict", status, text, current: body?.["current"] ?? null } };
  return { kind: "rejected", error: { kind: "refused", status, code, text, current: null } };
}

function send(action: Action, { csrfToken }: Session): Promise<FetchedResponse | null> {
  const call = callOf(action);
  // `attempt` has already rejected what cannot be sent.
  if (call === null) return Promise.resolve(null);
  const form = formOf(call);
  const headers: Record<string, string> = {
    Accept: "application/json",
    "X-CSRFToken": csrfToken,
    "X-Account": action.account,
    "Idempotency-Key": action.id,
  };
  // A form names its own type, with the boundary between its parts.
  if (form === null) headers["Content-Type"] = "application/json";
  if (action.baseVersion !== null) headers["If-Match"] = action.baseVersion;
  const init = { method: call.method, headers, body: form ?? JSON.stringify(call.body) };
  return exchange(call.url, init, form === null ? TIME_LIMIT_MS : FORM_LIMIT_MS);
}

/** One run over the queue: its session, and its results so far. */
class Run {
  readonly results: Result[] = [];
  paused: SyncResult["paused"] = null;

  constructor(
    private readonly account: string,
    private session: Session,
    private readonly onResult: (result: Result) => unknown,
  ) {}

  /** Sends until nothing is due, or something pauses the run. */
  async all(): Promise<void> {
    for (let queues = await this.dueEntityQueues(); queues.length > 0; queues = await this.dueEntityQueues()) {
      // Each sender takes the next entity's queue.
      const sender = async (): Promise<void> => {
        for (let queue = queues.shift(); queue !== undefined && this.paused === null; queue = queues.shift())
          await this.sendEntityQueue(queue);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
    }
  }

  /** The actions to send now, grouped by entity. */
  private async dueEntityQueues(): Promise<Action[][]> {
    if (this.paused !== null) return [];
    const at = now();
    const actions = (await actionsOf(this.account)).filter((action) => !isInPage(action, at));
    return readyActions(actions, at).map(({ entityId }) => actions.filter((action) => action.entityId === entityId));
  }

  /** Sends one entity's actions in order; a failure stops this entity only. */
  private async sendEntityQueue(queue: readonly Action[]): Promise<void> {
    for (const { id } of queue) {
      // Read again: the user may have undone it, and an earlier action may have changed its base version.
      const action = await actionAt(id);
      if (action === null || (action.error !== null && action.error.kind !== "conflict")) continue;
      if (this.paused !== null || readyActions([action], now()).length === 0) return;
      if (!(await this.attempt(action))) return;
    }
  }

  /** Returns true if the entity's next action may be sent. */
  private async attempt(action: Action): Promise<boolean> {
    if (callOf(action) === null)
      return this.settle(action, {
        kind: "rejected",
        error: { kind: "refused", status: 0, text: null, current: null },
      });
    let result = classifyResponse(await send(action, this.session), action.id);
    if (result.kind === "token" || result.kind === "session") {
      // The session has changed: retry once with its current token. Not counted as an attempt.
      if (!(await this.renewed())) return false;
      result = classifyResponse(await send(action, this.session), action.id);
    }
    return this.settle(action, result);
  }

  /** Fetches the current session; pauses and returns false if it is no longer the account's. */
  private async renewed(): Promise<boolean> {
    const session = await fetchSession();
    this.paused = pauseFor(session, this.account);
    if (session !== null) this.session = session;
    return this.paused === null;
  }

  private async settle(action: Action, result: AttemptResult): Promise<boolean> {
    switch (result.kind) {
      case "sent":
        await finish(action, result.response);
        return this.report(action, "sent");
      case "rejected":
        await reject(action, result.error);
        return this.report(action, result.error.kind === "conflict" ? "conflict" : "refused");
      case "wait":
        await delay(action, result.seconds);
        this.paused = "asked_to_wait";
        return false;
      case "token":
      case "session":
        // Refused although the session is the right one, so count it as a failed attempt.
        await fail(action, result.kind === "token" ? 403 : 401);
        return this.report(action, "failed");
      case "failed":
        // Offline: not counted as an attempt.
        if (result.status === 0 && !navigator.onLine) {
          this.paused = "unreachable";
          return false;
        }
        await fail(action, result.status);
        return this.report(action, "failed");
    }
  }

  private report(action: Action, outcome: Result["outcome"]): boolean {
    const result = { action, outcome };
    this.results.push(result);
    this.onResult(result);
    return outcome === "sent" || outcome === "refused";
  }
}

function pauseFor(session: Session | null, account: string): SyncResult["paused"] {
  if (session === null) return "unreachable";
  if (session.account === null) return "signed_out";
  return session.account === account ? null : "account_mismatch";
}

/** `account`: whose queue; null is whoever is signed in according to the server. */
async function drainNow(account: string | null, onResult: (result: Result) => unknown): Promise<SyncResult> {
  const session = await fetchSession();
  const owner = account ?? session?.account ?? null;
  const paused = owner === null ? (session === null ? "unreachable" : "signed_out") : pauseFor(session, owner);
  if (owner === null || session === null || paused !== null) return { results: [], paused, nextAt: null };
  const run = new Run(owner, session, onResult);
  await run.all();
  return { results: run.results, paused: run.paused, nextAt: nextDue(await actionsOf(owner)) };
}

const NOTHING_SENT: SyncResult = { results: [], paused: "unreachable", nextAt: null };
const scheduled = new Map<string | null, Promise<SyncResult>>();

/**
 * Sends the account's queue, each action once and each order's in sequence. If a run is already active, waits for it
 * and starts another, so that nothing added meanwhile is missed. Never throws.
 */
export function drain(
  account: string | null,
  onResult: (result: Result) => unknown = () => undefined,
): Promise<SyncResult> {
  const asked = scheduled.get(account);
  if (asked !== undefined) return asked;
  // In browsers without Web Locks, the Idempotency-Key still prevents double effects.
  const run = oneAtATime(LOCK, () => {
    scheduled.delete(account);
    return drainNow(account, onResult);
    // If the store cannot be read there is nothing to send.
  }).catch(() => NOTHING_SENT);
  scheduled.set(account, run);
  return run;
}

/** Sends all actions that were not refused at once, ignoring delays. Throws while offline. */
export async function forceSync(account: string | null): Promise<SyncResult> {
  if (!navigator.onLine) throw new Error("Cannot sync while offline");
  if (account !== null) await makeDue(account);
  return drain(account);
}
