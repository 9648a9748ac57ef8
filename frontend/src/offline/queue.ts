// The queue of unsent actions. Each change is one IndexedDB transaction, because tabs and the worker share it.
import { inTime } from "@/lib/in-time";
import { now } from "@/lib/server-clock";

import { db, writeToStore, type Action, type FailedAttempt, type QueueError } from "./db";
import { callOf, orderOf, type Operation } from "./operations";
import { SENT_IN, storeSent, type SentResponse } from "./write-back";

/** After this many failed attempts an action waits for the user. */
export const MAX_ATTEMPTS = 5;
/** Delay after the first failed attempt, the second …, in milliseconds. */
export const RETRY_DELAYS_MS = [1000, 5000, 15_000, 30_000, 60_000] as const;
/** No action waits longer: a `dueAt` further ahead means that the clock was set back. */
const LONGEST_WAIT_MS = 10 * 60_000;

export type Statistics = {
  total: number;
  retries: number;
  byType: Partial<Record<Action["type"], number>>;
  oldest: number | null;
  /** Newest first. */ failures: readonly ({ type: Action["type"] } & FailedAttempt)[];
};

const TYPES: readonly string[] = [
  "rate",
  "reschedule",
  "update_order",
  "create_review",
  "generic",
] satisfies readonly Action["type"][];

/** The failed attempts of a row; rows of older versions of the app have none. */
function failuresIn(value: unknown): FailedAttempt[] {
  const isOne = (entry: unknown): entry is FailedAttempt => {
    const { at, status } = Object(entry) as Partial<Record<keyof FailedAttempt, unknown>>;
    return typeof at === "number" && typeof status === "number";
  };
  return Array.isArray(value) ? value.filter(isOne) : [];
}

/** Validates a row; null if it is not an action: users can edit their own IndexedDB. */
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

/** All actions of an account in queue order: those to be sent, and those that wait for the user's decision. */
export async function actionsOf(account: string): Promise<Action[]> {
  const actions = await inTime(everyAction());
  return actions.filter((action) => action.account === account).sort((one, other) => one.position - other.position);
}

/** How many actions wait for whoever acted last on this device to sign in again. */
export async function countLeftBehind(): Promise<number> {
  const actions = await everyAction();
  const last = actions.toSorted((one, other) => other.position - one.position)[0];
  return actions.filter(({ account }) => account === last?.account).length;
}

/** One action as it is now; null if it is gone. */
export async function actionAt(id: string): Promise<Action | null> {
  const row: unknown = await db.offline_actions.get(id);
  return row === undefined ? null : actionIn(row);
}

type Given = {
  /** The account that did it. */
  account: string;
  /** The `ETag` of the order as the user saw it. */
  baseVersion?: string | null;
  /** The Idempotency-Key of an attempt that was already sent; a new one by default. */
  id?: string;
  /** How long (milliseconds) it can be undone; it is not sent before. */
  heldMs?: number;
  /** Its page sends it itself; see `Action`. */
  isBackup?: true;
};

/** Whether its page is still to send it. */
export const isInPage = ({ isBackup, dueAt }: Action, at: number): boolean => isBackup === true && dueAt > at;

/** Stores an action, so that it cannot be lost. Throws `CannotStore` if the device refuses. */
export async function enqueue(
  operation: Operation,
  { account, baseVersion = null, id = crypto.randomUUID(), heldMs = 0, isBackup }: Given,
): Promise<Action> {
  const at = now();
  const call = callOf(operation);
  if (call === null) throw new TypeError("This operation cannot wait for a connection.");
  const { url, method } = call;
  const action: Action = {
    ...{ id, type: operation.type, url, method, data: operation.data },
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
    ...(isBackup && { isBackup }),
  };
  return writeToStore(() =>
    db.transaction("rw", db.offline_actions, async () => {
      const actions = await everyAction();
      // In the place of its own backup, if it has one.
      const backup = actions.find((other) => other.id === id);
      action.position = backup?.position ?? Math.max(0, ...actions.map(({ position }) => position)) + 1;
      await db.offline_actions.put(action);
      return action;
    }),
  );
}

/** By then the page has sent it, unless it has ended. */
const BACKUP_MS = 60_000;
const backups = new Map<string, { id: string; stored: Promise<Action | null> }>();

/** A request; `ifMatch`: the `ETag` of the order as the user saw it. */
export type Backup = { method: string; url: string; data?: unknown; ifMatch?: string | null };

/** Stores, by its name, a copy of what the page sends itself under the same key (`id`); resolves with whether it could. */
export async function storeBackup(
  name: string,
  { method, url, data, ifMatch = null }: Backup,
  given: Pick<Given, "account"> & { id: string },
): Promise<boolean> {
  const asOne: Given = { ...given, baseVersion: ifMatch, heldMs: BACKUP_MS, isBackup: true };
  // Null where the device keeps nothing: there only the page sends it, at the latest as it ends.
  const stored = enqueue({ type: "generic", method, url, data }, asOne).catch(() => null);
  backups.set(name, { id: given.id, stored });
  return (await stored) !== null;
}

/** Removes the copy again; resolves with false if the queue has already sent it. */
export async function removeBackup(name: string): Promise<boolean> {
  const backup = backups.get(name);
  backups.delete(name);
  if (backup === undefined) return true;
  const isStored = (await backup.stored) !== null;
  // A slow device may store it yet: it removes it after that.
  const isRemoved = await discard(backup.id, true).catch(() => true);
  return isRemoved || !isStored;
}

/** The first open action of each entity: to be sent, or a conflict to be decided. */
function firstOfEach(actions: readonly Action[]): Action[] {
  const seen = new Set<string>();
  return actions.filter(({ entityId, error }) => {
    // A refused action no longer blocks its entity; a conflict does until the user has decided.
    if (seen.has(entityId) || (error !== null && error.kind !== "conflict")) return false;
    seen.add(entityId);
    return true;
  });
}

const toBeSent = (actions: readonly Action[]): Action[] => firstOfEach(actions).filter(({ error }) => error === null);

/** The actions to send now: the first of each entity, unless it is not due yet or waits for a decision. */
export function readyActions(actions: readonly Action[], at: number): Action[] {
  return toBeSent(actions).filter(({ dueAt }) => dueAt <= at || dueAt > at + LONGEST_WAIT_MS);
}

/** When the next action is due; null if none can be sent without a decision of the user. */
export function nextDue(actions: readonly Action[]): number | null {
  // Nothing waits behind a backup.
  const apart = actions.map((action) => (action.isBackup ? { ...action, entityId: action.id } : action));
  const due = toBeSent(apart).map(({ dueAt }) => dueAt);
  return due.length === 0 ? null : Math.min(...due);
}

/** The actions that were based on the same version as this one are based on `version` from now on. */
async function rebase({ account, entityId, baseVersion }: Action, version: string | null): Promise<void> {
  if (baseVersion === null) return;
  await db.offline_actions
    .filter((row) => row.account === account && row.entityId === entityId && row.baseVersion === baseVersion)
    .modify({ baseVersion: version });
}

/**
 * The action has taken effect: later ones on the same order are based on its result, and the cached responses say what
 * the server has answered, so that nothing goes back to how it was before.
 */
export async function finish(action: Action, response: SentResponse): Promise<void> {
  const end = async (): Promise<boolean> => {
    // Undone, or its account has signed out meanwhile.
    if ((await db.offline_actions.get(action.id)) === undefined) return false;
    await db.offline_actions.delete(action.id);
    if (response.etag !== null) await rebase(action, response.etag);
    return true;
  };
  try {
    await db.transaction("rw", [db.offline_actions, ...SENT_IN], async () => {
      if (await end()) await storeSent(action, response);
    });
  } catch {
    // No room for the response: what matters is that it is not sent again.
    await db.transaction("rw", db.offline_actions, end);
  }
}

/** Counts a failed attempt: retried after its delay; after the last one the user decides. */
export async function fail({ id }: Action, status: number): Promise<void> {
  await db.offline_actions.where({ id }).modify((row) => {
    row.retryCount += 1;
    row.failures = [...failuresIn(row.failures), { at: now(), status }];
    row.dueAt = now() + (RETRY_DELAYS_MS[row.retryCount - 1] ?? 0);
    if (row.retryCount >= MAX_ATTEMPTS) row.error = { kind: "failed", status, text: null, current: null };
  });
}

/** The server will not accept it as it is: the user decides. */
export async function reject({ id }: Action, error: QueueError): Promise<void> {
  await db.offline_actions.where({ id }).modify({ error });
}

/** The server asked to wait (429): not counted as an attempt. */
export async function delay({ id }: Action, seconds: number): Promise<void> {
  await db.offline_actions.where({ id }).modify({ dueAt: now() + Math.min(seconds * 1000, LONGEST_WAIT_MS) });
}

/** Makes all unsent actions due now. */
export async function makeDue(account: string): Promise<void> {
  const due = (await actionsOf(account)).filter(({ error }) => error === null).map(({ id }) => id);
  await db.offline_actions.where("id").anyOf(due).modify({ dueAt: 0 });
}

/**
 * Resets a refused action to be sent again; a conflict with the version that the user has now seen, as all that was
 * based on the same one: one change by somebody else is one question.
 */
export async function retry(id: string, seen?: string | null): Promise<void> {
  await writeToStore(() =>
    db.transaction("rw", db.offline_actions, async () => {
      const action = await db.offline_actions.get(id);
      if (action === undefined) return;
      await db.offline_actions.update(id, { error: null, retryCount: 0, dueAt: now() });
      if (seen !== undefined) await rebase(action, seen);
    }),
  );
}

/** Deletes an action; `isBackup`: only as long as it is one. False if it was sent meanwhile. */
export async function discard(id: string, isBackup?: true): Promise<boolean> {
  const rows = db.offline_actions.where({ id }).filter((row) => isBackup === undefined || row.isBackup === isBackup);
  return writeToStore(async () => (await rows.delete()) > 0);
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
