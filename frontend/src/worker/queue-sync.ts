import type { Action } from "@/offline/db";
import { drain } from "@/offline/sync";

declare const self: ServiceWorkerGlobalScope;
type SyncEvent = ExtendableEvent & { tag: string };

/** The tag by which a page asks to be woken, and the message that it gets of each act that was sent (spec.md point 7). */
const TAG = "offline-actions";
const SENT = "sync-success";

async function notifyPages(action: Action): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: SENT, action });
}

/** Sends what waits, whoever is signed in; rejects while something is left, so that the browser wakes the worker again. */
async function send(): Promise<void> {
  const notified: Promise<void>[] = [];
  const { paused, nextAt } = await drain(null, ({ action, outcome }) => {
    if (outcome === "sent") notified.push(notifyPages(action));
  });
  await Promise.all(notified);
  // Who is not signed in sends when they are: no later hour of the browser's helps.
  const isLeft = nextAt !== null || paused === "unreachable" || paused === "asked_to_wait";
  if (isLeft) throw new Error("Not everything is sent yet.");
}

/** Has the browser send the queue when there is a connection again, also where no page is open. */
export function sendQueueInBackground(): void {
  // Not known to the types, nor to every browser: there the pages send alone.
  self.addEventListener("sync" as "activate", (event) => {
    if ((event as SyncEvent).tag === TAG) event.waitUntil(send());
  });
}
