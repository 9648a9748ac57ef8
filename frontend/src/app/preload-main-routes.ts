import { preloadRoute } from "./routes";

/** Where people go from anywhere. */
const MAIN_ROUTES = ["/booking", "/tracking", "/history", "/profile", "/login"];
const IDLE_AFTER_MS = 2500;

type Connection = { saveData?: boolean };

/** Fetches the main pages once the first one is quiet, unless the person asked their browser to save data. */
export function preloadMainRoutes(): void {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  if (connection?.saveData === true) return;
  setTimeout(() => {
    for (const address of MAIN_ROUTES) void preloadRoute(address);
  }, IDLE_AFTER_MS);
}
