/** Matches the paths of a router pattern such as `/tracking/:orderId?`. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`);
}

/** Returns a function that tells whether a path is one of the app's pages. */
export function pagesOf(routes: readonly string[]): (path: string) => boolean {
  const patterns = routes.map(patternOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

type Condition = { requestMode?: "navigate"; urlPattern?: { pathname: string } };
/** Static routing rules, so that the browser starts the worker only for requests that it handles. */
export type StaticRoute = { condition: Condition; source: "network" | "fetch-event" };

/**
 * Sends the app's pages to the worker, and everything else straight to the network. URLPattern accepts the router's
 * patterns.
 */
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
