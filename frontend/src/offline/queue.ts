// What was done and not sent yet. Every change of the queue is one transaction of the store: tabs and the worker share it.
import { now } from "@/lib/server-clock";

import { db, writeToStore, type Action, type FailedAttempt, type QueueError } from "./db";
import { callOf, orderOf, type Operation } from "./operations";

/** After so many failed attempts an action waits for its person. */
export const MAX_ATTEMPTS = 5;
/** How long to wait after the first failed attempt, the second …, in milliseconds. */
export const RETRY_DELAYS_MS = [1000, 5000, 15_000, 30_000, 60_000] as const;
/** Nothing waits longer than this: a time that lies further ahead comes from a clock that was set back. */
const LONGEST_WAIT_MS = 10 * 60_000;

export type Statistics = {
  total: number;
  retries: number;
  byType: Partial<Record<Action["type"], number>>;
  oldest: number | null;
  /** The newest first. */ failures: readonly ({ type: Action["type"] } & FailedAttempt)[];
};

const TYPES: readonly string[] = [
  "rate",
  "reschedule",
  "update_order",
  "create_review",
  "generic",
] satisfies readonly Action["type"][];

/** The failed attempts of a row; what an older version of the app has stored has none. */
function failuresIn(value: unknown): FailedAttempt[] {
  const isOne = (entry: unknown): entry is FailedAttempt => {
    const { at, status } = Object(entry) as Partial<Record<keyof FailedAttempt, unknown>>;
    return typeof at === "number" && typeof status === "number";
  };
  return Array.isArray(value) ? value.filter(isOne) : [];
}

/** The action that a row of the store is; null for anything else: the store is the person's own, and may hold it. */
function actionIn(row: unknown): Action | null {
  const { id, type, timestamp, retryCount, account, entityId, position, dueAt, error, baseVersion, failures } =
    row as Partial<Action>;
  const isNamed = [id, account, entityId].every((value) => typeof value === "string") && TYPES.includes(String(type));
  const isCounted = [timestamp, retryCount, position].every((value) => typeof value === "number");
  if (!isNamed || !isCounted) return null;
  return {
    ...(row as Action),
    dueAt: typeof dueAt === "number" ? dueAt : 0,
    error: error ?? null,
    baseVersion: baseVersion ?? null,
    failures: failuresIn(failures),
  };
}

async function everyAction(): Promise<Action[]> {
  const rows: unknown[] = await db.offline_actions.toArray();
  return rows.map(actionIn).filter((action) => action !== null);
}

/** The actions of an account in the order in which they were done: those to be sent, and those that wait for their person. */
export async function actionsOf(account: string): Promise<Action[]> {
  const actions = await everyAction();
  return actions.filter((action) => action.account === account).sort((one, other) => one.position - other.position);
}

/** One action as it stands now; null where there is none any more. */
export async function actionAt(id: string): Promise<Action | null> {
  const row: unknown = await db.offline_actions.get(id);
  return row === undefined ? null : actionIn(row);
}

type Given = {
  /** Whose act it is. */
  account: string;
  /** The version of the order that the person saw. */
  baseVersion?: string | null;
  /** The key under which it went out already; a new one by default. */
  id?: string;
  /** For so long (milliseconds) it can still be taken back, and is not sent. */
  heldMs?: number;
};

/** Accepts an act: from here on it is not lost. Throws `CannotStore` where the device refuses. */
export async function enqueue(
  operation: Operation,
  { account, baseVersion = null, id = crypto.randomUUID(), heldMs = 0 }: Given,
): Promise<Action> {
  const at = now();
  const call = callOf(operation);
  if (call === null) throw new TypeError("This operation cannot wait for a connection.");
  const { url, method } = call;
  const action: Action = {
    ...{ id, type: operation.type, url, method: method.toUpperCase(), data: operation.data },
    ...{
      timestamp: at,
      retryCount: 0,
      account,
      entityId: orderOf(operation) ?? id,
      position: 0,
      baseVersion,
      dueAt: at + heldMs,
      failures: [],
      error: null,
    },
  };
  return writeToStore(() =>
    db.transaction("rw", db.offline_actions, async () => {
      action.position = Math.max(0, ...(await everyAction()).map(({ position }) => position)) + 1;
      await db.offline_actions.put(action);
      return action;
    }),
  );
}

/** Of each entity the action that the others wait for: to be sent, or, of a conflict, to be decided on. */
function firstOfEach(actions: readonly Action[]): Action[] {
  const seen = new Set<string>();
  return actions.filter(({ entityId, error }) => {
    // What was refused for good has left the queue; a conflict holds those behind it until its person has decided.
    if (seen.has(entityId) || (error !== null && error.kind !== "conflict")) return false;
    seen.add(entityId);
    return true;
  });
}

const toBeSent = (actions: readonly Action[]): Action[] => firstOfEach(actions).filter(({ error }) => error === null);

/** The actions that are to be sent next: of each entity the first, unless it is not due yet or waits for a decision. */
export function readyActions(actions: readonly Action[], at: number): Action[] {
  return toBeSent(actions).filter(({ dueAt }) => dueAt <= at || dueAt > at + LONGEST_WAIT_MS);
}

/** When the next of them is due; null where none is to be sent before its person has decided something. */
export function nextDue(actions: readonly Action[]): number | null {
  const due = toBeSent(actions).map(({ dueAt }) => dueAt);
  return due.length === 0 ? null : Math.min(...due);
}

/** It has taken effect. What the person did to the same order afterwards was based on what it would be then: `version`. */
export async function finish({ id, entityId, baseVersion }: Action, version: string | null): Promise<void> {
  await db.transaction("rw", db.offline_actions, async () => {
    await db.offline_actions.delete(id);
    if (version === null || baseVersion === null) return;
    await db.offline_actions
      .filter((row) => row.entityId === entityId && row.baseVersion !== null && row.baseVersion === baseVersion)
      .modify({ baseVersion: version });
  });
}

/** An attempt failed: it is tried again after its delay, and after the last one its person is told. */
export async function fail({ id }: Action, status: number): Promise<void> {
  await db.offline_actions.where({ id }).modify((row) => {
    row.retryCount += 1;
    row.failures = [...failuresIn(row.failures), { at: now(), status }];
    row.dueAt = now() + (RETRY_DELAYS_MS[row.retryCount - 1] ?? 0);
    if (row.retryCount >= MAX_ATTEMPTS) row.error = { kind: "failed", status, text: null, current: null };
  });
}

/** It will not be taken as it is: its person decides. */
export async function reject({ id }: Action, error: QueueError): Promise<void> {
  await db.offline_actions.where({ id }).modify({ error });
}

/** The server asks for patience: no attempt is counted. */
export async function delay({ id }: Action, seconds: number): Promise<void> {
  await db.offline_actions.where({ id }).modify({ dueAt: now() + Math.min(seconds * 1000, LONGEST_WAIT_MS) });
}

/** Everything that is to be sent is due now. */
export async function makeDue(account: string): Promise<void> {
  const due = (await actionsOf(account)).filter(({ error }) => error === null).map(({ id }) => id);
  await db.offline_actions.where("id").anyOf(due).modify({ dueAt: 0 });
}

/** Tries a refused action once more, from the start; of a conflict against the version that the person has now seen. */
export async function retry(id: string, baseVersion?: string | null): Promise<void> {
  const reset = { error: null, retryCount: 0, dueAt: now() };
  await writeToStore(() =>
    db.offline_actions.where({ id }).modify(baseVersion === undefined ? reset : { ...reset, baseVersion }),
  );
}

/** Its person does not want it any more. False where it has been sent by now. */
export async function discard(id: string): Promise<boolean> {
  return writeToStore(async () => (await db.offline_actions.where({ id }).delete()) > 0);
}

export function statisticsOf(actions: readonly Action[]): Statistics {
  const byType: Statistics["byType"] = {};
  for (const { type } of actions) byType[type] = (byType[type] ?? 0) + 1;
  return {
    total: actions.length,
    retries: actions.reduce((sum, { retryCount }) => sum + retryCount, 0),
    byType,
    oldest: actions.length === 0 ? null : Math.min(...actions.map(({ timestamp }) => timestamp)),
    failures: actions
      .flatMap(({ type, failures }) => failures.map((failure) => ({ type, ...failure })))
      .sort((a, b) => b.at - a.at),
  };
}
