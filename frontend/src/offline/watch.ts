import { Dexie, type ObservabilitySet } from "dexie";

import { db, type Action } from "./db";
import { actionsOf } from "./queue";

/** Minimum interval between two reads: sending a long queue changes it all the time. */
const READ_EVERY_MS = 100;

const ROWS = `idb://${db.name}/${db.offline_actions.name}/`;

/**
 * Reports the account's queue now and after each change by this page, another one or the worker. Returns how to stop
 * it. Reports nothing if the store cannot be read.
 */
export function watchActions(account: string, onChange: (actions: readonly Action[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = -Infinity;
  let changes = 0;
  let isStopped = false;

  const read = async (): Promise<void> => {
    readAt = performance.now();
    const seen = changes;
    const actions = await actionsOf(account).catch(() => null);
    timer = undefined;
    if (isStopped) return;
    if (actions !== null) onChange(actions);
    if (changes !== seen) scheduleRead();
  };
  const scheduleRead = (): void => {
    changes += 1;
    timer ??= setTimeout(() => void read(), Math.max(0, readAt + READ_EVERY_MS - performance.now()));
  };
  const changed = (parts: ObservabilitySet): void => {
    if (Object.keys(parts).some((part) => part === "all" || part.startsWith(ROWS))) scheduleRead();
  };

  Dexie.on("storagemutated", changed);
  scheduleRead();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(changed);
  };
}
