// Sends what was done without a connection. Runs in every page and in the service worker; one of them at a time.
import { deviceTime, heardServerTime, now } from "@/lib/server-clock";

import type { Action, Refusal } from "./db";
import { callOf } from "./ops";
import { actionAt, actionsOf, fail, finish, heads, hurry, nextDue, postpone, refuse } from "./queue";

const LOCK = "suuber offline queue";
const TIME_LIMIT_MS = 15_000;
/** How many orders are sent for at the same time. */
const AT_ONCE = 4;
const ASKED_TO_WAIT_S = 30;

/** Who is signed in, with a token that is as new as the session. */
type Session = { account: string | null; csrfToken: string };

/** What became of one attempt. */
export type Result = { action: Action; outcome: "sent" | "failed" | "refused" | "conflict" };

export type Drained = {
  results: Result[];
  /** Why it ended before everything that is due was tried; null where it did not. */
  paused: "unreachable" | "signed_out" | "account_mismatch" | "asked_to_wait" | null;
  /** When there is something to send again (milliseconds, server's clock); null where nothing waits. */
  nextAt: number | null;
};

/** What one answer means for the action that it answers. */
type Verdict =
  | { kind: "sent"; version: string | null }
  | { kind: "failed"; status: number }
  | { kind: "refusal"; refusal: Refusal }
  | { kind: "token" }
  | { kind: "session" }
  | { kind: "wait"; seconds: number };

type Answered = { response: Response; text: string };

async function exchange(url: string, init: RequestInit): Promise<Answered | null> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIME_LIMIT_MS);
  try {
    const sentAt = deviceTime();
    const response = await fetch(url, { credentials: "same-origin", cache: "no-store", redirect: "manual", signal: limit.signal, ...init });
    heardServerTime(response.headers.get("Server-Time"), sentAt);
    return { response, text: await response.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function jsonOf({ response, text }: Answered): Record<string, unknown> | null {
  if (response.headers.get("Content-Type")?.startsWith("application/json") !== true) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Asks who is signed in. Null where it was not our server that answered. */
async function fetchSession(): Promise<Session | null> {
  const answered = await exchange("/api/auth/session", { headers: { Accept: "application/json" } });
  const said = answered?.response.ok === true ? jsonOf(answered) : null;
  if (typeof said?.["csrfToken"] !== "string") return null;
  const user = said["user"] as { id?: unknown } | null;
  return { account: typeof user?.id === "string" ? user.id : null, csrfToken: said["csrfToken"] };
}

const RETRIED = [408, 425];

function verdictOn(answered: Answered | null, key: string): Verdict {
  if (answered === null) return { kind: "failed", status: 0 };
  const { response } = answered;
  const { status } = response;
  const said = jsonOf(answered);
  const code = typeof said?.["code"] === "string" ? said["code"] : "";
  const text = typeof said?.["message"] === "string" ? said["message"] : null;
  // Only our server's own word counts: a portal's page with 200 is no delivery, and none of its refusals is one.
  if (response.ok && said !== null && response.headers.get("Idempotency-Key") === key) return { kind: "sent", version: response.headers.get("ETag") };
  if (status === 429) return { kind: "wait", seconds: Number(response.headers.get("Retry-After")) || ASKED_TO_WAIT_S };
  if (status < 400 || status >= 500 || RETRIED.includes(status) || code === "" || code === "request_in_progress") return { kind: "failed", status };
  if (status === 401 || code === "account_mismatch") return { kind: "session" };
  if (status === 403 && code.startsWith("csrf")) return { kind: "token" };
  if (code === "version_conflict") return { kind: "refusal", refusal: { kind: "conflict", status, text, current: said?.["current"] ?? null } };
  return { kind: "refusal", refusal: { kind: "refused", status, text, current: null } };
}

function send(action: Action, { csrfToken }: Session): Promise<Answered | null> {
  const call = callOf(action);
  // What may not be sent was refused before.
  if (call === null) return Promise.resolve(null);
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Content-Type": "application/json",
    "X-CSRFToken": csrfToken,
    "X-Account": action.account,
    "Idempotency-Key": action.id,
  };
  if (action.baseVersion !== null) headers["If-Match"] = action.baseVersion;
  return exchange(call.url, { method: call.method.toUpperCase(), headers, body: JSON.stringify(call.body) });
}

/** One run over the queue: what it knows of the session, and what it has done so far. */
class Run {
  readonly results: Result[] = [];
  paused: Drained["paused"] = null;

  constructor(
    private readonly account: string,
    private session: Session,
    private readonly onResult: (result: Result) => unknown,
  ) {}

  /** Sends whatever is due until nothing is, or something says to pause. */
  async all(): Promise<void> {
    for (let lanes = await this.dueLanes(); lanes.length > 0; lanes = await this.dueLanes()) {
      // Each line takes the next lane that nobody has taken.
      const line = async (): Promise<void> => {
        for (let lane = lanes.shift(); lane !== undefined && this.paused === null; lane = lanes.shift()) await this.sendLane(lane);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, line));
    }
  }

  /** What is to be sent now, each order's by itself. */
  private async dueLanes(): Promise<Action[][]> {
    if (this.paused !== null) return [];
    const actions = await actionsOf(this.account);
    return heads(actions, now()).map(({ lane }) => actions.filter((action) => action.lane === lane));
  }

  /** One after the other, as far as they go: what is not taken yet holds up those behind it, and no other lane. */
  private async sendLane(lane: readonly Action[]): Promise<void> {
    for (const { id } of lane) {
      // As it stands now: its person may have taken it back, and what was sent before it has changed what it is based on.
      const action = await actionAt(id);
      if (action === null || (action.refusal !== null && action.refusal.kind !== "conflict")) continue;
      if (this.paused !== null || heads([action], now()).length === 0) return;
      if (!(await this.attempt(action))) return;
    }
  }

  /** True where the next one of its lane may go. */
  private async attempt(action: Action): Promise<boolean> {
    if (callOf(action) === null) return this.settle(action, { kind: "refusal", refusal: { kind: "refused", status: 0, text: null, current: null } });
    let verdict = verdictOn(await send(action, this.session), action.id);
    if (verdict.kind === "token" || verdict.kind === "session") {
      // The session has changed since it was asked for: once more with its present token, and no attempt is counted.
      if (!(await this.renewed())) return false;
      verdict = verdictOn(await send(action, this.session), action.id);
    }
    return this.settle(action, verdict);
  }

  /** Takes the session as it is now; false, and paused, where it is not the account's any more. */
  private async renewed(): Promise<boolean> {
    const session = await fetchSession();
    this.paused = pauseFor(session, this.account);
    if (session !== null) this.session = session;
    return this.paused === null;
  }

  private async settle(action: Action, verdict: Verdict): Promise<boolean> {
    switch (verdict.kind) {
      case "sent":
        await finish(action, verdict.version);
        return this.tell(action, "sent");
      case "refusal":
        await refuse(action, verdict.refusal);
        return this.tell(action, verdict.refusal.kind === "conflict" ? "conflict" : "refused");
      case "wait":
        await postpone(action, verdict.seconds);
        this.paused = "asked_to_wait";
        return false;
      case "token":
      case "session":
        // Refused though the session is the account's: not for want of a session.
        await fail(action, verdict.kind === "token" ? 403 : 401);
        return this.tell(action, "failed");
      case "failed":
        // Without a connection there was no attempt.
        if (verdict.status === 0 && !navigator.onLine) {
          this.paused = "unreachable";
          return false;
        }
        await fail(action, verdict.status);
        return this.tell(action, "failed");
    }
  }

  private tell(action: Action, outcome: Result["outcome"]): boolean {
    const result = { action, outcome };
    this.results.push(result);
    this.onResult(result);
    return outcome === "sent" || outcome === "refused";
  }
}

function pauseFor(session: Session | null, account: string): Drained["paused"] {
  if (session === null) return "unreachable";
  if (session.account === null) return "signed_out";
  return session.account === account ? null : "account_mismatch";
}

/** `account`: whose queue it is; null is whoever is signed in, as far as the server says. */
async function drainNow(account: string | null, onResult: (result: Result) => unknown): Promise<Drained> {
  const session = await fetchSession();
  const owner = account ?? session?.account ?? null;
  const paused = owner === null ? (session === null ? "unreachable" : "signed_out") : pauseFor(session, owner);
  if (owner === null || session === null || paused !== null) return { results: [], paused, nextAt: null };
  const run = new Run(owner, session, onResult);
  await run.all();
  return { results: run.results, paused: run.paused, nextAt: nextDue(await actionsOf(owner)) };
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time over all tabs and the worker; where the browser has no locks, in this page, and the keys make each effect one. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks !== undefined) return locks.request(LOCK, work);
  const run = last.then(work, work);
  last = run;
  return run;
}

const nothing: Drained = { results: [], paused: "unreachable", nextAt: null };
const waiting = new Map<string | null, Promise<Drained>>();

/**
 * Sends what the account has in the queue, each action once and each order's in their order. Whoever asks while
 * somebody else sends waits, and then looks again: what was added meanwhile is not left behind. Never throws.
 */
export function drain(account: string | null, onResult: (result: Result) => unknown = () => undefined): Promise<Drained> {
  const asked = waiting.get(account);
  if (asked !== undefined) return asked;
  const run = alone(() => {
    waiting.delete(account);
    return drainNow(account, onResult);
    // Where the device lets nobody read its store there is nothing to send.
  }).catch(() => nothing);
  waiting.set(account, run);
  return run;
}

/** Sends at once whatever has not been refused, without waiting for its time. Throws where there is no connection. */
export async function forceSync(account: string | null): Promise<Drained> {
  if (!navigator.onLine) throw new Error("Cannot sync while offline");
  if (account !== null) await hurry(account);
  return drain(account);
}
