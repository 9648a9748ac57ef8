import type { Person } from "../fixtures/person.ts";

/** What somebody's page has asked for since it is listened to. */
type Requests = {
  /** Calls of the API, "GET /api/orders": decoded, so that nothing hides behind its encoding. */
  calls: string[];
  /** Addresses of other sites. */
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

/** The calls that may change something. */
export function unsafe({ calls }: Requests): string[] {
  return calls.filter((call) => !call.startsWith("GET "));
}

/** The calls that a page with a hostile address has been led to. */
export function straying({ calls }: Requests): string[] {
  return calls.filter((call) => /logout|cancellation|evil|\.\.|%|\\|;/.test(call));
}
