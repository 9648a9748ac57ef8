import routesFile from "../../src/app/routes.json" with { type: "json" };
import { patternOf } from "../../src/worker/app-routes.ts";

/** The app's route patterns: "/tracking/:orderId?". */
export const ROUTES = Object.keys(routesFile.routes);

/** The route of a URL; "" for none. */
export function routeOf(address: string): string {
  const path = new URL(address, "http://localhost").pathname;
  return ROUTES.find((route) => patternOf(route).test(path)) ?? "";
}

/** Whether a route checks the session before it shows anything. */
export const isGuarded = (route: string): boolean =>
  routesFile.routes[route as keyof typeof routesFile.routes].code.includes("src/app/account-boundary.tsx");
