import type { Page, Route } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";

/** The requests of a page since listening began. */
type Requests = {
  /** API calls, "GET /api/orders", decoded, so that encoding hides nothing. */
  calls: string[];
  /** URLs of other sites. */
  foreign: string[];
};

export function recordRequests({ page, baseUrl }: Person): Requests {
  const home = new URL(baseUrl).origin;
  const requests: Requests = { calls: [], foreign: [] };
  page.on("request", (request) => {
    const { protocol, origin, pathname } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== home) requests.foreign.push(request.url());
    else if (pathname.startsWith("/api/")) requests.calls.push(`${request.method()} ${decodeURIComponent(pathname)}`);
  });
  return requests;
}

/** Calls with unsafe methods. */
export function unsafe({ calls }: Requests): string[] {
  return calls.filter((call) => !call.startsWith("GET "));
}

/** Calls that a hostile URL has provoked. */
export function straying({ calls }: Requests): string[] {
  return calls.filter((call) => /logout|cancellation|evil|\.\.|%|\\|;/.test(call));
}

/**
 * Hands the first requests to a URL to a handler, and lets those after them pass.
 *
 * Playwright's own `times` ends the interception with the last of them; a request that the page makes at that instant
 * can then remain without an answer, which looks like a fault of the page.
 */
export async function interceptFirst(
  page: Page,
  url: string | RegExp,
  handler: (route: Route) => Promise<void>,
  count = 1,
): Promise<void> {
  let left = count;
  await page.route(url, async (route) => {
    left -= 1;
    await (left < 0 ? route.fallback() : handler(route));
  });
}
