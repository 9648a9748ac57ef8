import type { BrowserContext } from "playwright-core";

/** A browser without Background Sync, as Safari and Firefox are. */
export function withoutBackgroundSync(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    Reflect.deleteProperty(window, "SyncManager");
    // An empty page has no workers.
    if ("ServiceWorkerRegistration" in window) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync");
  });
}
