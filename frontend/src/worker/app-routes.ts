/** The paths of a route of the router's, such as `/tracking/:orderId?`. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`);
}

/** Tells for a path whether it is one of the app's pages. */
export function pagesOf(routes: readonly string[]): (path: string) => boolean {
  const patterns = routes.map(patternOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

type Condition = { requestMode?: "navigate"; urlPattern?: { pathname: string } };
/** What a browser may know of a worker beforehand, so that it wakes it only for what it answers. */
export type StaticRoute = { condition: Condition; source: "network" | "fetch-event" };

/** Leads the app's pages to the worker, every other page and all calls past it. The router's patterns are the browser's, too. */
export function staticRoutes(routes: readonly string[]): StaticRoute[] {
  return [
    ...routes.map((pathname): StaticRoute => ({
      condition: { requestMode: "navigate", urlPattern: { pathname } },
      source: "fetch-event",
    })),
    { condition: { requestMode: "navigate" }, source: "network" },
    { condition: { urlPattern: { pathname: "/api/*" } }, source: "network" },
  ];
}
