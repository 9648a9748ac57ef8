import { readFile } from "node:fs/promises";

import type { BrowserContext, Locator, Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { waitUntilLoaded } from "../support/page.ts";
import { cachedPages, cachedScripts, expectController, returningVisitor } from "../support/workers.ts";

const PAGES = [
  { path: "/", heading: "Fresh laundry, from next door" },
  { path: "/history", heading: "Order History" },
  { path: "/profile", heading: "Profile" },
  { path: "/tracking", heading: "Track Order" },
  { path: "/booking", heading: "Book Service" },
];
const ORDER = "/tracking/5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11";
const HTML = { "Content-Type": "text/html" };
/** Longer than the worker's network timeout. */
const LONG_MS = 3000;

const isOld = (page: Page): Promise<boolean> => page.evaluate(() => "isOld" in window);
/** Waits until the page has reloaded by itself. */
const isReplaced = (page: Page): Promise<unknown> => page.waitForFunction(() => !("isOld" in window));
const hasNewWorker = (page: Page): Promise<boolean> => page.evaluate(() => "hasNewWorker" in window);

test("after a first visit every page opens without a connection, under a nonce of its own", async ({ users }) => {
  const { page, context, pageErrors } = await users.visitor({ serviceWorkers: "allow" });
  await page.goto("/");
  await expectController(page);
  pageErrors.isOffline = true;
  await context.setOffline(true);
  const nonces: string[] = [];
  for (const { path, heading } of [...PAGES, { path: ORDER, heading: "Track Order" }]) {
    const response = await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    nonces.push(/'nonce-([^']+)'/.exec((await response?.headerValue("content-security-policy")) ?? "")?.[1] ?? "");
    await expect(page.locator("meta[name=csp-nonce]")).toHaveAttribute("content", nonces.at(-1) ?? "");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
  expect(new Set(nonces).size).toBe(nonces.length);
});

test("nothing of an account is stored, and no page but the app page", async ({ make, users, network }) => {
  const { users: made } = await make({
    users: [{ ref: "alice", lastName: "Kanarienvogel", addresses: [{ street: "Kanarienweg 7" }] }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const [{ page }] = await returningVisitor(users, network, made.alice);
  for (const path of ["/", "/history", "/profile", "/profile/addresses", "/notifications", "/tracking", "/recurring"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilLoaded(page);
  }
  await page.getByRole("link", { name: "History" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();

  expect(await cachedPages(page)).toEqual(["/shell"]);
  const text = await page.evaluate(async () => (await caches.match("/shell", { ignoreSearch: true }))?.text());
  expect(text).not.toMatch(/initial-data|data-prerendered|Kanarien/);
  expect(text).not.toContain(made.alice.email);
});

test("a proxy in trouble, and a server that says nothing for three seconds, are no reason to wait", async ({
  users,
  network,
}) => {
  const [{ page, pageErrors }, proxy] = await returningVisitor(users, network);
  for (const status of [502, 503, 504]) {
    pageErrors.expectResponse(status, "/services");
    proxy.respondWith = () => ({ status, headers: HTML, body: "<h1>Bad proxy</h1>" });
    await page.goto("/services");
    await expect(page.getByRole("heading", { level: 1, name: "Our Services" })).toBeVisible();
  }

  proxy.respondWith = () => "silence";
  const began = performance.now();
  await page.goto("/help");
  await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
  expect(performance.now() - began).toBeGreaterThan(LONG_MS);
});

test("what the server says, or whoever answers for it, goes through", async ({ users, network }) => {
  const [{ page, pageErrors }, proxy] = await returningVisitor(users, network);
  pageErrors.expectResponse(500, "/history");
  proxy.respondWith = () => ({ status: 500, headers: HTML, body: "<h1>Our fault</h1>" });
  await page.goto("/history");
  await expect(page.getByRole("heading", { name: "Our fault" }).first()).toBeVisible();

  proxy.respondWith = () => ({ status: 200, headers: HTML, body: "<h1>Accept our terms</h1>" });
  await page.goto("/history");
  await expect(page.getByRole("heading", { name: "Accept our terms" })).toBeVisible();

  proxy.respondWith = (path) => (path === "/history" ? { status: 302, headers: { Location: "/help" } } : null);
  await page.goto("/history");
  await expect(page).toHaveURL("/help");
  await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
});

test("a page that is not the app's never comes from the worker, and every page is asked for once", async ({
  users,
  network,
}) => {
  const [{ page, context, pageErrors }, proxy] = await returningVisitor(users, network);
  pageErrors.expectResponse(404, "/nothing");
  const requestCount = (path: string): number => proxy.requests.filter((one) => one === path).length;
  for (const path of ["/healthz", "/api/config", "/admin/login/", "/robots.txt", "/nothing"]) {
    proxy.requests.length = 0;
    const response = await page.goto(path);
    expect(response?.fromServiceWorker(), path).toBe(false);
    expect(requestCount(path), path).toBe(1);
  }
  proxy.requests.length = 0;
  await page.goto("/services");
  expect(requestCount("/services")).toBe(1);

  pageErrors.isOffline = true;
  await context.setOffline(true);
  await expect(page.goto("/admin/login/")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
});

test("where the worker is switched off it goes, with all that it stored, and the page stays as it is", async ({
  users,
  network,
}) => {
  const shutdown = await readFile(new URL("../../../templates/service_worker_removal.js", import.meta.url), "utf8");
  const [{ page }, proxy] = await returningVisitor(users, network);
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  proxy.respondWith = (path) =>
    path === "/sw.js" ? { status: 200, headers: { "Content-Type": "text/javascript" }, body: shutdown } : null;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect
    .poll(() =>
      page.evaluate(
        async () => [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length,
      ),
    )
    .toBe(0);
  await expect.poll(() => isOld(page)).toBe(true);
});

const reload = (page: Page): Locator =>
  page.getByRole("status").filter({ hasText: "A new version is ready" }).getByRole("button", { name: "Reload" });

/** Opens home in another tab; if "busy", the tab runs nothing but the page itself until it is released. */
async function openTab(context: BrowserContext, isBusy = false): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript((isHeld) => {
    const held: IdleRequestCallback[] = [];
    const idle = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (act) => (isHeld ? held.push(act) : idle(act));
    const hasTime = (): void => {
      isHeld = false;
      for (const act of held) idle(act);
    };
    const listen = navigator.serviceWorker.addEventListener.bind(
      navigator.serviceWorker,
    ) as EventTarget["addEventListener"];
    listen("controllerchange", () => Object.assign(window, { hasNewWorker: true }));
    navigator.serviceWorker.addEventListener = (...given: Parameters<EventTarget["addEventListener"]>) => {
      listen(...given);
      if (given[0] === "controllerchange") Object.assign(window, { listens: true });
    };
    Object.assign(window, { hasTime });
  }, isBusy);
  await tab.goto("/");
  await expectController(tab);
  await tab.evaluate(() => Object.assign(window, { isOld: true }));
  if (!isBusy) await expect.poll(() => tab.evaluate(() => "listens" in window)).toBe(true);
  return tab;
}

/** Simulates a tab becoming hidden or visible, which headless browsers never report. */
function turn(tab: Page, state: DocumentVisibilityState): Promise<void> {
  return tab.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

test.describe("a new version", () => {
  test("asks before it reloads, on every tab, and leaves nothing of the old one", async ({ users, network }) => {
    const [{ page, context }, proxy] = await returningVisitor(users, network);
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    const [beside, behind, typing] = [await openTab(context), await openTab(context), await openTab(context)];
    await typing.getByRole("textbox", { name: "Search service providers" }).fill("Bruno");
    for (const tab of [behind, typing]) await turn(tab, "hidden");

    proxy.isNextRelease = true;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    // In Chromium, a tab with a running request can delay the takeover of a new worker by minutes.
    for (const tab of [page, beside]) await expect(reload(tab).first()).toBeVisible();
    await expect.poll(() => isOld(page)).toBe(true);
    await reload(page).click();
    await isReplaced(page);
    await expect(page.getByRole("heading", { level: 1, name: "Fresh laundry, from next door" })).toBeVisible();
    await expect(page.locator('script[type=module][src$=".next.js"]')).toHaveCount(1);
    await expect.poll(async () => (await cachedScripts(page)).filter((name) => !name.endsWith(".next.js"))).toEqual([]);

    await expect(reload(beside).first()).toBeVisible();
    await expect.poll(() => isOld(beside)).toBe(true);
    for (const tab of [behind, typing]) await expect.poll(() => hasNewWorker(tab)).toBe(true);
    await turn(behind, "visible");
    await isReplaced(behind);
    await turn(typing, "visible");
    await expect(reload(typing)).toBeVisible();
    await expect.poll(() => isOld(typing)).toBe(true);
    await reload(typing).click();
    await isReplaced(typing);
  });

  test("is offered to a page that had no time to listen before", async ({ users, network }) => {
    const [{ page, context }, proxy] = await returningVisitor(users, network);
    const busy = await openTab(context, true);
    proxy.isNextRelease = true;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await reload(page).click();
    await expect.poll(() => hasNewWorker(busy)).toBe(true);
    await busy.evaluate(() => (window as unknown as { hasTime: () => void }).hasTime());
    await expect(reload(busy).first()).toBeVisible();
    await expect.poll(() => isOld(busy)).toBe(true);
  });

  test("that a page has come with takes over without a word", async ({ users, network }) => {
    const [{ page }, proxy] = await returningVisitor(users, network);
    proxy.isNextRelease = true;
    await page.goto("/services");
    await expect.poll(async () => (await cachedScripts(page)).filter((name) => !name.endsWith(".next.js"))).toEqual([]);
    await expect(page.getByText("A new version is ready")).toHaveCount(0);
  });
});
