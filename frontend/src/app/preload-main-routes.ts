import { preloadRoute } from "./page-routes";

/** Where people go from anywhere. */
const MAIN_ROUTES = ["/booking", "/tracking", "/history", "/profile", "/login"];

/** Safari knows no idle time: there it is simply the next turn. */
function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve),
  );
}

type Connection = { saveData?: boolean };

/**
 * Fetches the main pages, each when the browser has time, so that no press has to wait for all of them, and has everything
 * kept for use without a connection; unless the person asked their browser to save data. `workerAtFirst` is the service
 * worker that stood between the page and the server when it came.
 */
export async function preloadMainRoutes(workerAtFirst: ServiceWorker | null): Promise<void> {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  if (connection?.saveData === true) return;
  for (const address of MAIN_ROUTES) {
    await idle();
    // What does not arrive now is fetched when it is needed.
    await preloadRoute(address).catch(() => undefined);
  }
  await idle();
  if (import.meta.env.PROD) await (await import("./service-worker")).startServiceWorker(workerAtFirst);
}
