import routesFile from "../../src/app/routes.json" with { type: "json" };

/** Every route of the app, as it is declared: "/tracking/:orderId?". */
export const ROUTES = Object.keys(routesFile.routes);

/** The route that an address leads to; "" for none. */
export function routeOf(address: string): string {
  const path = new URL(address, "http://localhost").pathname;
  const isIt = (route: string): boolean => new RegExp(`^${route.replace(/\/:\w+\?/, "(/[^/]+)?").replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
  return ROUTES.find(isIt) ?? "";
}

/** Whether a route asks who is there before it shows anything. */
export const isGuarded = (route: string): boolean => routesFile.routes[route as keyof typeof routesFile.routes].code.includes("src/app/account-boundary.tsx");
