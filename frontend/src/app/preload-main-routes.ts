import { preloadRoute } from "./page-routes";

/** The pages that can be reached from anywhere. */
const MAIN_ROUTES = ["/booking", "/tracking", "/history", "/profile", "/login"];

/** Safari has no requestIdleCallback: use the next task. */
function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve),
  );
}

type Connection = { saveData?: boolean };

/**
 * Preloads the main pages, each when the browser is idle, and installs the service worker for offline use; neither with
 * the browser's data saver on. `workerAtFirst`: the worker that controlled the page when it loaded.
 */
export async function preloadMainRoutes(workerAtFirst: ServiceWorker | null): Promise<void> {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  // With the data saver on nothing is fetched ahead, but a worker that is there is kept up to date.
  const isSaving = connection?.saveData === true;
  if (isSaving && workerAtFirst === null) return;
  for (const address of isSaving ? [] : MAIN_ROUTES) {
    await idle();
    // Loaded when it is needed.
    await preloadRoute(address).catch(() => undefined);
  }
  await idle();
  if (import.meta.env.PROD) await (await import("./service-worker")).startServiceWorker(workerAtFirst);
}
