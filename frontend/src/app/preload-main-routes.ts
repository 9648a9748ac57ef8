import { preloadRoute } from "./routes";

/** Where people go from anywhere. */
const MAIN_ROUTES = ["/booking", "/tracking", "/history", "/profile", "/login"];
const IDLE_AFTER_MS = 2500;

/** Safari knows no idle time: there it is simply the next turn. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve)));
}

type Connection = { saveData?: boolean };

/** Each when the browser has time, so that no press has to wait for all of them. */
async function oneAfterTheOther(): Promise<void> {
  for (const address of MAIN_ROUTES) {
    await idle();
    await preloadRoute(address);
  }
  await idle();
  if (import.meta.env.PROD) await (await import("./service-worker")).startServiceWorker();
}

/**
 * Fetches the main pages once the first one is quiet, and has everything kept for use without a connection; unless the
 * person asked their browser to save data.
 */
export function preloadMainRoutes(): void {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  if (connection?.saveData === true) return;
  // What does not arrive now is fetched when it is needed.
  setTimeout(() => void oneAfterTheOther().catch(() => undefined), IDLE_AFTER_MS);
}
