import { readFile } from "node:fs/promises";

import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, inject } from "vitest";

import { DEMO } from "./support/person";
import { arrivesAt, becomes, sees } from "./support/seeing";
import { test } from "./support/stage";
import { isKept, keptPages, keptScripts, returns } from "./support/workers";

const PAGES = [
  { path: "/", heading: "Fresh laundry, from next door" },
  { path: "/history", heading: "Order History" },
  { path: "/profile", heading: "Profile" },
  { path: "/tracking", heading: "Track Order" },
  { path: "/booking", heading: "Book Service" },
];
const ORDER = "/tracking/5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11";
const HTML = { "Content-Type": "text/html" };
/** Longer than the worker waits for the server. */
const LONG_MS = 3000;

const isOld = (page: Page): Promise<boolean> => page.evaluate(() => "isOld" in window);
const hasNewWorker = (page: Page): Promise<boolean> => page.evaluate(() => "hasNewWorker" in window);

test("after a first visit every page opens without a connection, under a nonce of its own", async ({ stage }) => {
  const { page, context, watch } = await stage.enters({ serviceWorkers: "allow" });
  await page.goto("/");
  await isKept(page);
  watch.isOffline = true;
  await context.setOffline(true);
  const nonces: string[] = [];
  for (const { path, heading } of [...PAGES, { path: ORDER, heading: "Track Order" }]) {
    const answer = await page.goto(path);
    await sees(page.getByRole("heading", { level: 1, name: heading }));
    nonces.push(/'nonce-([^']+)'/.exec((await answer?.headerValue("content-security-policy")) ?? "")?.[1] ?? "");
    expect(await page.locator("meta[name=csp-nonce]").getAttribute("content")).toBe(nonces.at(-1));
    await page.reload();
    await sees(page.getByRole("heading", { level: 1, name: heading }));
  }
  expect(new Set(nonces).size).toBe(nonces.length);
});

test("nothing of an account is kept, and no page but the shell", async ({ stage }) => {
  await returns(stage, inject("baseUrl"), async (alice) => {
    const { page } = alice;
    await alice.signsIn(DEMO.customer);
    for (const path of ["/", "/history", "/profile", "/profile/addresses", "/notifications", "/tracking", "/recurring"]) {
      await page.goto(path, { waitUntil: "networkidle" });
    }
    await page.getByRole("link", { name: "History" }).first().click();
    await sees(page.getByRole("heading", { level: 1, name: "Order History" }));

    expect(await keptPages(page)).toEqual(["/shell"]);
    const text = await page.evaluate(async () => (await caches.match("/shell", { ignoreSearch: true }))?.text());
    expect(text).not.toMatch(/first-answers|data-drawn|Mira|customer@/);
  });
});

test("a proxy in trouble, and a server that says nothing for three seconds, are no reason to wait", async ({ stage }) => {
  await returns(stage, inject("baseUrl"), async ({ page, watch }, gateway) => {
    for (const status of [502, 503, 504]) {
      watch.expectAnswer(status, "/services");
      gateway.instead = () => ({ status, headers: HTML, body: "<h1>Bad gateway</h1>" });
      await page.goto("/services");
      await sees(page.getByRole("heading", { level: 1, name: "Our Services" }));
    }

    gateway.instead = () => "silence";
    const began = performance.now();
    await page.goto("/help");
    await sees(page.getByRole("heading", { level: 1, name: "Help" }));
    expect(performance.now() - began).toBeGreaterThan(LONG_MS);
  });
});

test("what the server says, or whoever answers for it, goes through", async ({ stage }) => {
  await returns(stage, inject("baseUrl"), async ({ page, watch }, gateway) => {
    watch.expectAnswer(500, "/history");
    gateway.instead = () => ({ status: 500, headers: HTML, body: "<h1>Our fault</h1>" });
    await page.goto("/history");
    await sees(page.getByRole("heading", { name: "Our fault" }));

    gateway.instead = () => ({ status: 200, headers: HTML, body: "<h1>Accept our terms</h1>" });
    await page.goto("/history");
    await sees(page.getByRole("heading", { name: "Accept our terms" }));

    gateway.instead = (path) => (path === "/history" ? { status: 302, headers: { Location: "/help" } } : null);
    await page.goto("/history");
    await arrivesAt(page, "/help");
    await sees(page.getByRole("heading", { level: 1, name: "Help" }));
  });
});

test("a page that is not the app's never comes from the worker, and every page is asked for once", async ({ stage }) => {
  await returns(stage, inject("baseUrl"), async ({ page, context, watch }, gateway) => {
    watch.expectAnswer(404, "/nothing");
    const timesAsked = (path: string): number => gateway.asked.filter((one) => one === path).length;
    for (const path of ["/healthz", "/api/config", "/admin/login/", "/robots.txt", "/nothing"]) {
      gateway.asked.length = 0;
      const answer = await page.goto(path);
      expect(answer?.fromServiceWorker(), path).toBe(false);
      expect(timesAsked(path), path).toBe(1);
    }
    gateway.asked.length = 0;
    await page.goto("/services");
    expect(timesAsked("/services")).toBe(1);

    watch.isOffline = true;
    await context.setOffline(true);
    await expect(page.goto("/admin/login/")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  });
});

test("where the worker is switched off it goes, with all that it kept, and the page stays as it is", async ({ stage }) => {
  const farewell = await readFile(new URL("../../templates/service_worker_farewell.js", import.meta.url), "utf8");
  await returns(stage, inject("baseUrl"), async ({ page }, gateway) => {
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    gateway.instead = (path) => (path === "/sw.js" ? { status: 200, headers: { "Content-Type": "text/javascript" }, body: farewell } : null);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await becomes(() => page.evaluate(async () => [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length), 0);
    expect(await isOld(page)).toBe(true);
  });
});

const reload = (page: Page): Locator => page.getByRole("status").filter({ hasText: "A new version is ready" }).getByRole("button", { name: "Reload" });

/** Opens home on another tab; "busy" is one that finds no time for anything but the page itself until it has time again. */
async function opensTab(context: BrowserContext, isBusy = false): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript((isHeld) => {
    const held: IdleRequestCallback[] = [];
    const idle = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (act) => (isHeld ? held.push(act) : idle(act));
    const hasTime = (): void => { isHeld = false; for (const act of held) idle(act); };
    const listen = navigator.serviceWorker.addEventListener.bind(navigator.serviceWorker) as EventTarget["addEventListener"];
    listen("controllerchange", () => Object.assign(window, { hasNewWorker: true }));
    navigator.serviceWorker.addEventListener = (...given: Parameters<EventTarget["addEventListener"]>) => {
      listen(...given);
      if (given[0] === "controllerchange") Object.assign(window, { listens: true });
    };
    Object.assign(window, { hasTime });
  }, isBusy);
  await tab.goto("/");
  await isKept(tab);
  await tab.evaluate(() => Object.assign(window, { isOld: true }));
  if (!isBusy) await becomes(() => tab.evaluate(() => "listens" in window), true);
  return tab;
}

/** The tab is put behind another one, or comes to the front: a browser without windows never says so. */
function turns(tab: Page, state: DocumentVisibilityState): Promise<void> {
  return tab.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

describe("a new version", () => {
  test("asks before it reloads, on every tab, and leaves nothing of the old one", async ({ stage }) => {
    await returns(stage, inject("baseUrl"), async ({ page, context }, gateway) => {
      await page.evaluate(() => Object.assign(window, { isOld: true }));
      const [beside, behind, typing] = [await opensTab(context), await opensTab(context), await opensTab(context)];
      await typing.getByRole("textbox", { name: "Search service providers" }).fill("Bruno");
      for (const tab of [behind, typing]) await turns(tab, "hidden");

      gateway.isNextRelease = true;
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      // A tab that fetches something just as the new worker takes over can make Chromium put that off for minutes.
      for (const tab of [page, beside]) await sees(reload(tab));
      expect(await isOld(page)).toBe(true);
      await reload(page).click();
      await becomes(() => isOld(page), false);
      await sees(page.getByRole("heading", { level: 1, name: "Fresh laundry, from next door" }));
      expect(await page.locator('script[type=module][src$=".next.js"]').count()).toBe(1);
      await becomes(async () => (await keptScripts(page)).filter((name) => !name.endsWith(".next.js")), []);

      await sees(reload(beside));
      expect(await isOld(beside)).toBe(true);
      for (const tab of [behind, typing]) await becomes(() => hasNewWorker(tab), true);
      await turns(behind, "visible");
      await becomes(() => isOld(behind), false);
      await turns(typing, "visible");
      await sees(reload(typing));
      expect(await isOld(typing)).toBe(true);
      await reload(typing).click();
      await becomes(() => isOld(typing), false);
    });
  });

  test("is offered to a page that had no time to listen before", async ({ stage }) => {
    await returns(stage, inject("baseUrl"), async ({ page, context }, gateway) => {
      const busy = await opensTab(context, true);
      gateway.isNextRelease = true;
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await reload(page).click();
      await becomes(() => hasNewWorker(busy), true);
      await busy.evaluate(() => (window as unknown as { hasTime: () => void }).hasTime());
      await sees(reload(busy));
      expect(await isOld(busy)).toBe(true);
    });
  });

  test("that a page has come with takes over without a word", async ({ stage }) => {
    await returns(stage, inject("baseUrl"), async ({ page }, gateway) => {
      gateway.isNextRelease = true;
      await page.goto("/services");
      await becomes(async () => (await keptScripts(page)).filter((name) => !name.endsWith(".next.js")), []);
      expect(await page.getByText("A new version is ready").count()).toBe(0);
    });
  });
});
