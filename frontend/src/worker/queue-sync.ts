import type { Action } from "@/offline/db";
import { drain, sendPendingSignOut } from "@/offline/sync";
import { TAG } from "@/offline/wake-worker";

declare const self: ServiceWorkerGlobalScope;
type SyncEvent = ExtendableEvent & { tag: string };

/** The message to the pages for each action that was sent (specification point 7). */
const SENT = "sync-success";

async function notifyPages(action: Action): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: SENT, action });
}

/** Sends a sign-out that is owed, or the signed-in account's queue; rejects while something is left, so that the browser tries again. */
async function send(): Promise<void> {
  await sendPendingSignOut();
  const notified: Promise<void>[] = [];
  const { paused, nextAt } = await drain(null, ({ action, outcome }) => {
    if (outcome === "sent") notified.push(notifyPages(action));
  });
  await Promise.all(notified);
  // If nobody is signed in, a later retry by the browser does not help.
  const isLeft = nextAt !== null || paused === "unreachable" || paused === "asked_to_wait";
  if (isLeft) throw new Error();
}

/** Sends the queue on Background Sync, also when no page is open. */
export function sendQueueInBackground(): void {
  // Not in the DOM types, and not in every browser: there only pages send.
  self.addEventListener("sync" as "activate", (event) => {
    if ((event as SyncEvent).tag === TAG) event.waitUntil(send());
  });
}
