import { beforeEach, describe, expect, test, vi } from "vitest";

import { serve } from "@/test/server";

import { pushesOf } from "./pushes";

const ORIGIN = "http://localhost";
const ALICE = "7d3f8f4e-0000-4000-8000-000000000001";
const PATH = "/tracking/5b6b2e9e";
const PAGES = /^\/($|recurring$|support$|notifications$|provider($|\/)|tracking\/)/;
const PUSH = {
  account: ALICE,
  title: "Out for delivery",
  body: "Tap to read it in Suuber.",
  path: PATH,
  tag: "1",
  elsewhere: { title: "Suuber", body: "There is news for another account." },
  unanswered: { title: "Suuber", body: "There is news." },
};

type Page = Parameters<typeof pushesOf>[0]["clients"]["matchAll"] extends (
  ...args: never[]
) => Promise<readonly (infer P)[]>
  ? P
  : never;

function page(path: string, visibilityState = "visible"): Page {
  return {
    url: `${ORIGIN}${path}`,
    visibilityState,
    focus: vi.fn(() => Promise.resolve()),
    navigate: vi.fn(() => Promise.resolve()),
  };
}

const close = vi.fn();
const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(() => Promise.resolve());
const openWindow = vi.fn(() => Promise.resolve());
const subscribe = vi.fn(() =>
  Promise.resolve({
    toJSON: () => ({ endpoint: "https://push.example/2", expirationTime: null, keys: { p256dh: "a", auth: "b" } }),
  }),
);

function worker(pages: Page[] = []): ReturnType<typeof pushesOf> {
  const scope = {
    location: { origin: ORIGIN, hostname: "localhost" },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
    registration: {
      showNotification,
      getNotifications: () => Promise.resolve([{ close }]),
      pushManager: { subscribe },
    },
  };
  return pushesOf(scope, (path) => PAGES.test(path));
}

const signedIn = (accountId: string): ReturnType<typeof serve> =>
  serve({
    "GET /api/push-subscriptions": { body: { publicKey: "key", accountId, isOn: true } },
    "POST /api/push-subscriptions": { body: {} },
    "GET /api/auth/session": { body: { csrfToken: "token" } },
  });

beforeEach(() => void vi.clearAllMocks());

describe("a push", () => {
  test("is shown with its title, and leads to its path", async () => {
    signedIn(ALICE);
    await worker().show(JSON.stringify(PUSH));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Out for delivery",
      expect.objectContaining({ body: PUSH.body, tag: "1", data: PATH, silent: false }),
    );
    expect(close).not.toHaveBeenCalled();
  });

  test("for another account than the one that is signed in stands there without its words", async () => {
    signedIn("somebody-else");
    await worker().show(JSON.stringify(PUSH));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Suuber",
      expect.objectContaining({ body: "There is news for another account.", data: "/" }),
    );
    expect(JSON.stringify(showNotification.mock.calls)).not.toMatch(/delivery|tracking/);
  });

  test("where nobody is signed in stands there without its words", async () => {
    serve({
      "GET /api/push-subscriptions": { status: 401, body: { message: "Sign in first.", code: "not_authenticated" } },
    });
    await worker().show(JSON.stringify(PUSH));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Suuber",
      expect.objectContaining({ body: "There is news for another account.", data: "/" }),
    );
  });

  test.each([429, 503])("says that there is news, and for nobody, where the server answers with %i", async (status) => {
    serve({ "GET /api/push-subscriptions": { status, body: {} } });
    await worker().show(JSON.stringify(PUSH));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Suuber",
      expect.objectContaining({ body: "There is news.", data: "/notifications" }),
    );
  });

  test("that a page shows already gives no second signal", async () => {
    signedIn(ALICE);
    await worker([page(PATH)]).show(JSON.stringify(PUSH));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Out for delivery",
      expect.objectContaining({ silent: true }),
    );
    expect(close).toHaveBeenCalledOnce();
  });

  test.each([
    ["hidden", page(PATH, "hidden")],
    ["of something else", page("/history")],
  ])("beside a page that is %s is shown as ever", async (_, other) => {
    signedIn(ALICE);
    await worker([other]).show(JSON.stringify(PUSH));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Out for delivery",
      expect.objectContaining({ silent: false }),
    );
    expect(close).not.toHaveBeenCalled();
  });

  test.each([
    ["/recurring", "/recurring"],
    ["/provider/earnings", "/provider/earnings"],
    ["/support?request=2", "/support?request=1"],
  ])("that leads to %s is shown as ever beside %s, which does not say what is new", async (path, open) => {
    signedIn(ALICE);
    await worker([page(open)]).show(JSON.stringify({ ...PUSH, path }));
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      "Out for delivery",
      expect.objectContaining({ silent: false, data: path }),
    );
    expect(close).not.toHaveBeenCalled();
  });

  test.each(["/provider?tab=done", "/support?request=2"])("gives no second signal beside %s", async (open) => {
    signedIn(ALICE);
    const path = open.startsWith("/provider") ? "/provider#1" : open;
    await worker([page(open)]).show(JSON.stringify({ ...PUSH, path }));
    expect(close).toHaveBeenCalledOnce();
  });

  test.each([undefined, "", "no json", "null", "[]", JSON.stringify({ ...PUSH, title: 5 })])(
    "that cannot be read (%s) is shown nevertheless",
    async (text) => {
      signedIn(ALICE);
      await worker().show(text);
      expect(showNotification).toHaveBeenCalledExactlyOnceWith("localhost", expect.anything());
    },
  );
});

describe("a notification that is pressed", () => {
  test("opens its page", async () => {
    await worker([page("/history")]).open(PATH);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(ORIGIN + PATH);
  });

  test("brings the page forward that shows it", async () => {
    const open = page(PATH, "hidden");
    await worker([open]).open(PATH);
    expect(open.focus).toHaveBeenCalledOnce();
    expect(open.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  test("leads to the part of an open page that it is about", async () => {
    const open = page("/provider#1");
    await worker([open]).open("/provider#2");
    expect(open.navigate).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/provider#2`);
  });

  test("opens the request to support that it is about beside another one", async () => {
    const other = page("/support?request=1");
    await worker([other]).open("/support?request=2");
    expect(other.focus).not.toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/support?request=2`);
  });

  test("opens a window where the open page is none that this worker may lead", async () => {
    const open = { ...page("/provider#1"), navigate: vi.fn(() => Promise.reject(new TypeError("not controlled"))) };
    await worker([open]).open("/provider#2");
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/provider#2`);
  });

  test.each([
    "https://evil.example/tracking/1",
    "//evil.example/tracking/1",
    "/\\evil.example",
    "javascript:alert(1)",
    "/api/auth/logout",
    "/admin/",
    "/tracking",
    "",
    null,
    {},
  ])("opens nothing but the app's own pages: %s", async (path) => {
    await worker().open(path);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/`);
  });
});

test("an address that the browser has changed is told to the server", async () => {
  const server = signedIn(ALICE);
  await worker().renew();
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: "key" });
  expect(server.callsOf("POST /api/push-subscriptions").map(({ body }) => body)).toEqual([
    { endpoint: "https://push.example/2", keys: { p256dh: "a", auth: "b" } },
  ]);
});
