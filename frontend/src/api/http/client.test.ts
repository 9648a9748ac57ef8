import { beforeEach, expect, test, vi } from "vitest";

import { exchangeAccounts } from "@/api/session/session-broadcast";
import { alice, never, serve } from "@/test/server";

import { ApiError, NetworkError } from "./api-error";
import { call, idempotencyKey, rememberCsrfToken } from "./client";
import { errorText, fieldErrors } from "./error-text";

const review = { orderId: "1", rating: 5, comment: "" } as const;

beforeEach(() => rememberCsrfToken("token-0"));

async function apiError(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("The call was not refused.");
  return error;
}

test("sends a body as JSON only when there is one", async () => {
  const server = serve({ "GET /api/orders/1": { body: {} }, "POST /api/reviews": { status: 201, body: {} } });

  await call("get", "/api/orders/{order_id}", { path: { order_id: "1" } });
  await call("post", "/api/reviews", { body: review, idempotencyKey: "key-1", ifMatch: '"3"' });

  const [read, write] = server.calls;
  expect(read?.body).toBeUndefined();
  expect(read?.headers.has("Content-Type")).toBe(false);
  expect(read?.headers.has("X-CSRFToken")).toBe(false);
  expect(write?.body).toEqual(review);
  expect(write?.headers.get("Content-Type")).toBe("application/json");
  expect(write?.headers.get("X-CSRFToken")).toBe("token-0");
  expect(write?.headers.get("Idempotency-Key")).toBe("key-1");
  expect(write?.headers.get("If-Match")).toBe('"3"');
});

test("names the account that the page shows in what it reads and writes, also with another session's token", async () => {
  const server = serve({
    "GET /api/orders/1": { body: {} },
    "POST /api/reviews": ({ headers }) =>
      headers.get("X-CSRFToken") === "token-1"
        ? { status: 201, body: {} }
        : { status: 403, body: { message: "The security token is missing or wrong.", code: "csrf_failed" } },
  });
  const write = (): Promise<unknown> => call("post", "/api/reviews", { body: review });

  const stop = exchangeAccounts(alice.id, () => undefined);
  await call("get", "/api/orders/{order_id}", { path: { order_id: "1" } });
  await write();
  stop();
  await call("get", "/api/orders/{order_id}", { path: { order_id: "1" } });
  await write();
  exchangeAccounts(null, () => undefined)();
  await call("get", "/api/orders/{order_id}", { path: { order_id: "1" } });
  await write();

  expect(server.calls.map(({ method, headers }) => [method, headers.get("X-Account")])).toEqual([
    ["GET", alice.id],
    ["POST", alice.id],
    ["GET", null],
    ["POST", alice.id],
    // Who is signed in now is not known: nothing may be done for somebody else, and nothing is read for anybody.
    ["GET", null],
    ["POST", alice.id],
    ["GET", null],
    ["POST", null],
  ]);
});

test("a second try names the account that pressed, not the one that the page shows by then", async () => {
  const stop = exchangeAccounts(alice.id, () => undefined);
  const server = serve({
    "GET /api/auth/session": () => {
      stop();
      exchangeAccounts("other", () => undefined)();
      return { body: { authenticated: true, user: null, csrfToken: "token-1", eventsCursor: "" } };
    },
    "POST /api/reviews": ({ headers }) =>
      headers.get("X-CSRFToken") === "token-1"
        ? { status: 201, body: {} }
        : { status: 403, body: { message: "The security token is missing or wrong.", code: "csrf_failed" } },
  });

  await call("post", "/api/reviews", { body: review });
  exchangeAccounts(null, () => undefined)();

  expect(server.callsOf("POST /api/reviews").map(({ headers }) => headers.get("X-Account"))).toEqual([
    alice.id,
    alice.id,
  ]);
});

test("gives the version of a response", async () => {
  serve({ "GET /api/orders/1": { body: { id: "1" }, headers: { ETag: '"7"' } } });

  expect(await call("get", "/api/orders/{order_id}", { path: { order_id: "1" } })).toEqual({
    data: { id: "1" },
    etag: '"7"',
  });
});

test("an error's message is the status, a colon, a space and the body", async () => {
  const body = { message: "This time is taken.", code: "slot_full", fields: { pickupTime: ["Choose another time."] } };
  serve({ "POST /api/reviews": { status: 409, body, headers: { "Retry-After": "30" } } });

  const error = await apiError(call("post", "/api/reviews", { body: review }));

  expect(error.message).toBe(`409: ${JSON.stringify(body)}`);
  expect(error).toMatchObject({ status: 409, code: "slot_full", userMessage: "This time is taken.", retryAfter: 30 });
  expect(fieldErrors(error)).toEqual({ pickupTime: "Choose another time." });
  expect(errorText(error)).toBe("This time is taken.");
});

test("an empty body leaves the status text", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 502, statusText: "Bad Gateway" })));

  const error = await apiError(call("get", "/api/config"));

  expect(error.message).toBe("502: Bad Gateway");
  expect(errorText(error)).toBe("Suuber did not answer as expected. Please try again in a moment.");
});

test("a lost token is fetched again, once", async () => {
  const server = serve({
    "POST /api/auth/logout": (request) =>
      request.headers.get("X-CSRFToken") === "token-1"
        ? { body: { success: true } }
        : { status: 403, body: { message: "The security token is missing or wrong.", code: "csrf_failed" } },
  });

  await expect(call("post", "/api/auth/logout")).resolves.toMatchObject({ data: { success: true } });
  expect(server.calls.map((request) => request.path)).toEqual([
    "/api/auth/logout",
    "/api/auth/session",
    "/api/auth/logout",
  ]);
});

test("who writes before the session has answered waits for the one request that runs", async () => {
  vi.resetModules();
  const fresh = await import("./client");
  let respond = (): void => undefined;
  const server = serve({
    "GET /api/auth/session": () =>
      new Promise(
        (resolve) =>
          (respond = () =>
            resolve({ body: { authenticated: false, user: null, csrfToken: "token-1", eventsCursor: "" } })),
      ),
    "POST /api/reviews": { status: 201, body: {} },
  });

  const session = fresh.call("get", "/api/auth/session");
  const writes = [
    fresh.call("post", "/api/reviews", { body: review }),
    fresh.call("post", "/api/reviews", { body: review }),
  ];
  await vi.waitFor(() => expect(server.callsOf("GET /api/auth/session")).toHaveLength(1));
  respond();
  await Promise.all([session, ...writes]);

  expect(server.callsOf("GET /api/auth/session")).toHaveLength(1);
  expect(server.callsOf("POST /api/reviews").map(({ headers }) => headers.get("X-CSRFToken"))).toEqual([
    "token-1",
    "token-1",
  ]);
});

test("a token that stays wrong is an error after the second try", async () => {
  const server = serve({ "POST /api/auth/logout": { status: 403, body: { message: "No.", code: "csrf_failed" } } });

  expect((await apiError(call("post", "/api/auth/logout"))).status).toBe(403);
  expect(server.callsOf("POST /api/auth/logout")).toHaveLength(2);
});

test("no connection is told apart from an error", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

  const request = call("get", "/api/config");

  await expect(request).rejects.toBeInstanceOf(NetworkError);
  await request.catch((error: unknown) => {
    expect(errorText(error)).toBe("No connection to Suuber. Check your internet connection and try again.");
  });
});

test("two intentions have two keys", () => {
  expect(idempotencyKey()).not.toBe(idempotencyKey());
});

test.each(["", ".", "..", "1/cancellation", "1%2Fcancellation", "1?x", "1#x", "1\\\\x", "1;x", "\uD800"])(
  "asks nobody for an order named %j",
  async (id) => {
    const server = serve();

    const error = await apiError(call("get", "/api/orders/{order_id}", { path: { order_id: id } }));

    expect(error.status).toBe(404);
    expect(server.calls).toHaveLength(0);
  },
);

test("encodes what stands in a path and in a query", async () => {
  const server = serve({
    "GET /api/providers/Z%C3%BCrich%208": { body: [] },
    "GET /api/provider/orders/history?before=1%262": { body: {} },
  });

  await call("get", "/api/providers/{postal_code}", { path: { postal_code: "Zürich 8" } });
  await call("get", "/api/provider/orders/history", { query: { before: "1&2" } });

  expect(server.calls).toHaveLength(2);
});

test("a call that never answers ends after 15 seconds, with a sentence", async () => {
  vi.useFakeTimers();
  serve({ "GET /api/config": never });
  const error: Promise<unknown> = call("get", "/api/config").then(
    () => null,
    (reason: unknown) => reason,
  );

  await vi.advanceTimersByTimeAsync(14_900);
  expect(await Promise.race([error, Promise.resolve("waiting")])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(200);

  expect(await error).toMatchObject({ reason: "timeout" });
  expect(errorText(await error)).toBe("Suuber did not answer in time. Please try again.");
  vi.useRealTimers();
});
