import { now } from "@/lib/server-clock";

import { cleanUp } from "./cache";
import { db, type Action } from "./db";
import { storePending } from "./fallback";
import { setPendingActions } from "./pending-actions";
import { actionsOf, isInPage, nextDue } from "./queue";
import { drain, type SyncResult } from "./sync";
import { wakeWorker, workers } from "./wake-worker";
import { watchActions } from "./watch";

/** The event that page and service worker send after a delivery (specification point 7). */
const SENT = "sync-success";

/** Counted from the start of the page, not from when this chunk was loaded. */
const AFTER_START_MS = 1000;
const AFTER_QUEUEING_MS = 100;
const WITHOUT_RESPONSE_MS = [1000, 5000, 15_000, 30_000, 60_000] as const;
const DAY_MS = 24 * 60 * 60_000;
const CLEANED = "cleaned";

type SyncListeners = {
  /** An action has taken effect, sent by this page, another one or the service worker. */
  onSent: (action: Action) => void;
  /** All results of one run of this page, or the last action of a run in the service worker. */
  onSynced: (result: SyncResult) => void;
  /** This many actions were too old to be sent, and were deleted. */
  onRemoved: (count: number) => void;
};

/** Deletes what is too old, once a day. Called only after a response: a wrong device clock must not delete anything. */
async function cleanDaily(account: string): Promise<number> {
  const cleaned = `${CLEANED} ${account}`;
  const last = await db.metadata.get(cleaned);
  if (last !== undefined && now() - last.timestamp < DAY_MS && last.timestamp <= now()) return 0;
  const removed = await cleanUp(account);
  await db.metadata.put({ key: cleaned, value: null, account, timestamp: now() });
  return removed;
}

/**
 * Passes the account's queue to the screens and sends it: one second after the start of the page, on `online`, when the
 * page becomes visible, 100 ms after something was queued, and when a delay is over. Returns how to stop it.
 */
export function startSync(
  account: string,
  { onSent, onSynced, onRemoved }: SyncListeners,
): { stop: () => void; sendNow: () => Promise<SyncResult> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Infinity;
  let unanswered = 0;
  let known = new Set<string>();
  let knownInPage = new Set<string>();
  let held = new Set<string>();
  let isStopped = false;

  const plan = (delay: number): void => {
    if (isStopped || now() + delay >= wakesAt) return;
    clearTimeout(timer);
    wakesAt = now() + delay;
    timer = setTimeout(() => void send(), delay);
  };

  const announce = (action: Action): void => void window.dispatchEvent(new CustomEvent(SENT, { detail: action }));

  const send = async (): Promise<SyncResult> => {
    clearTimeout(timer);
    wakesAt = Infinity;
    if (!navigator.onLine) return { results: [], paused: "unreachable", nextAt: null };
    // What was read before an action is sent must not be stored after what the server answers to it.
    await storePending();
    const result = await drain(account, ({ action, outcome }) => outcome === "sent" && announce(action));
    unanswered = result.paused === "unreachable" ? unanswered + 1 : 0;
    if (isStopped) return result;
    onSynced(result);
    const left = nextDue(await actionsOf(account).catch(() => []));
    if (result.nextAt !== null) plan(Math.max(AFTER_QUEUEING_MS, result.nextAt - now()));
    else if (left !== null && result.paused === "unreachable")
      plan(WITHOUT_RESPONSE_MS[Math.min(unanswered, WITHOUT_RESPONSE_MS.length) - 1] ?? 0);
    if (result.paused === null)
      void cleanDaily(account).then(
        (count) => count > 0 && onRemoved(count),
        () => undefined,
      );
    return result;
  };

  const onActions = (actions: readonly Action[]): void => {
    const counted = actions.filter((action) => !isInPage(action, now()));
    setPendingActions(counted);
    const pending = counted.filter(({ error }) => error === null);
    const inPage = actions.filter((action) => isInPage(action, now()));
    const heldNow = new Set(actions.filter(({ error }) => error?.kind === "conflict").map(({ id }) => id));
    // The user decided a conflict: send what waited behind it.
    const isDecided = [...held].some((id) => !heldNow.has(id));
    held = heldNow;
    if (isDecided || pending.some(({ id }) => !known.has(id))) {
      plan(AFTER_QUEUEING_MS);
      void wakeWorker().catch(() => undefined);
      // Now there is something to lose: else the browser may delete it when space is short.
      void (navigator as { storage?: StorageManager }).storage?.persist().catch(() => undefined);
    }
    // Sent in the background should all pages end.
    if (inPage.some(({ id }) => !knownInPage.has(id))) void wakeWorker().catch(() => undefined);
    // Apart, because one that its page got no answer to is queued under the same id, and is to be sent at once.
    known = new Set(pending.map(({ id }) => id));
    knownInPage = new Set(inPage.map(({ id }) => id));
  };
  const stopWatching = watchActions(account, onActions);

  const syncNow = (): void => plan(0);
  const look = (): void => {
    if (document.visibilityState === "visible") plan(0);
  };
  // The worker cannot show anything, so the page reports that its last action was sent.
  const sentByWorker = async (action: Action): Promise<void> => {
    announce(action);
    const nextAt = nextDue(await actionsOf(account).catch(() => []));
    if (!isStopped && nextAt === null) onSynced({ results: [{ action, outcome: "sent" }], paused: null, nextAt });
  };
  const onSentEvent = (event: Event): void => onSent((event as CustomEvent<Action>).detail);
  const onWorkerMessage = ({ data }: MessageEvent<{ type?: string; action?: Action } | null>): void => {
    if (data?.type === SENT && data.action?.account === account) void sentByWorker(data.action);
  };
  window.addEventListener("online", syncNow);
  document.addEventListener("visibilitychange", look);
  window.addEventListener(SENT, onSentEvent);
  workers()?.addEventListener("message", onWorkerMessage);
  plan(Math.max(0, AFTER_START_MS - performance.now()));

  return {
    sendNow: send,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      stopWatching();
      setPendingActions([]);
      window.removeEventListener("online", syncNow);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener(SENT, onSentEvent);
      workers()?.removeEventListener("message", onWorkerMessage);
    },
  };
}
