import type { Page } from "@playwright/test";

import routesFile from "../../src/app/routes.json" with { type: "json" };
import { DESKTOP, PHONE } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { ALICE, SALON } from "./tables/worlds.ts";

const MOST_SHIFT = 0.02;
const QUIET_MS = 500;

/** Holds the app's scripts back until the response is called, as a very slow network does. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/static\/app\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** By how much the layout has jumped since the page began (the browser's cumulative layout shift). */
function shift(page: Page): Promise<number> {
  return page.evaluate(
    (quiet) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), quiet);
      }),
    QUIET_MS,
  );
}

/** Waits until buttons and forms work. */
async function isAlive(page: Page): Promise<void> {
  await page.locator("#root:not([data-drawn]) main:not([aria-busy])").waitFor();
}

/** Every element of the page with its attributes and its own words, once everything has come. */
async function settled(page: Page, path: string): Promise<string[]> {
  // eslint-disable-next-line playwright/no-networkidle -- whatever may still come is to have come, and nothing tells of it
  await page.goto(path, { waitUntil: "networkidle" });
  await isAlive(page);
  const elements = await page.locator("#root *").evaluateAll((all) =>
    all.map((element) => {
      // The server writes the chosen option into the page, the browser's script tells it to the list.
      const attributes = [...element.attributes]
        .filter(({ name }) => name !== "selected")
        .map(({ name, value }) => `${name}="${value}"`)
        .sort();
      const words = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent);
      return `${element.tagName} ${attributes.join(" ")} ${words.join("")}`;
    }),
  );
  // The names that React gives to what belongs together.
  return elements.map((element) => element.replaceAll(/_[rR]_\w*_/g, "id"));
}

/** Serves a page with the whole stylesheet in place of the styles that it brings. */
async function bringAllStyles(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const all = /data-styles="(\S+) "/.exec(text)?.[1];
      expect(all).toBeDefined();
      await route.fulfill({
        response,
        body: text.replace(/<style[^>]*>.*?<\/style>/s, `<link rel="stylesheet" href="${all}">`),
      });
    },
  );
}

test.describe("before the script has arrived", () => {
  for (const { path, heading } of [
    { path: "/", heading: "Fresh laundry, from next door" },
    { path: "/services", heading: "Our Services" },
  ]) {
    test(`${path} is there to be read, and does not jump afterwards`, async ({ make, users }) => {
      await make({ providers: [SALON] });
      const { page } = await users.visitor();
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expectAccessible(page);

      await page.setViewportSize(PHONE);
      const before = await shift(page);
      release();
      await isAlive(page);
      await expect(page.getByRole("link", { name: /^Book/ }).first()).toBeVisible();
      expect((await shift(page)) - before).toBeLessThan(MOST_SHIFT);
    });
  }

  for (const { path, heading } of [
    { path: "/booking", heading: "Book Service" },
    { path: "/tracking/5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", heading: "Track Order" },
    { path: "/provider", heading: "Your jobs" },
  ]) {
    test(`${path} says what it is and that it loads, and does not jump afterwards`, async ({ make, users }) => {
      const { users: made } = await make({ users: [ALICE] });
      const alice = await users.signedIn(made.alice);
      alice.pageErrors.allowResponse(404);
      const { page } = alice;
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole("status")).toHaveText(["Loading..."], { useInnerText: true });
      await expectAccessible(page);

      await page.setViewportSize(PHONE);
      const before = await shift(page);
      release();
      await isAlive(page);
      await expect(page.getByText("Loading...").first()).toBeHidden();
      expect((await shift(page)) - before).toBeLessThan(MOST_SHIFT);
    });
  }

  test("a page that is rendered by its script alone shows its layout, says that it loads, and does not jump afterwards", async ({
    users,
  }) => {
    const { page } = await users.visitor();
    const release = await holdScripts(page);
    await page.goto("/login/help", { waitUntil: "commit" });
    const loading = page.locator("main[aria-busy=true]");
    await expect(loading.first()).toBeVisible();
    await expect(page.getByRole("status")).toHaveText(["Loading..."], { useInnerText: true });
    // A screen reader finds nothing else but the page's name.
    expect((await loading.ariaSnapshot()).split("\n")).toHaveLength(3);
    await expectAccessible(page);

    await page.setViewportSize(PHONE);
    const before = await shift(page);
    release();
    await expect(loading.first()).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect((await shift(page)) - before).toBeLessThan(MOST_SHIFT);
  });

  test("what is typed and pressed counts, and no password ends in the address", async ({ make, users }) => {
    const {
      users: { alice },
    } = await make({ users: [{ ...ALICE, signedIn: false }] });
    const someone = await users.visitor();
    const { page } = someone;
    // Has been here before, and so has a token for the form already.
    await someone.call("GET", "/api/auth/session");
    const release = await holdScripts(page);
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByLabel("Email").fill(alice.email);
    await page.getByLabel("Password", { exact: true }).fill(alice.password);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    expect(new URL(page.url()).search).toBe("");

    release();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1, name: "Fresh laundry, from next door" })).toBeVisible();
  });

  test("a search that was begun goes on", async ({ users }) => {
    const { page } = await users.visitor();
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    const search = page.getByRole("textbox", { name: "Search service providers" });
    await search.fill("nobody of that name");

    release();
    await expect(page.getByText("No providers found").first()).toBeVisible();
    await expect(search).toHaveValue("nobody of that name");
  });

  test("a button that was pressed does what it says", async ({ users }) => {
    const { page } = await users.visitor();
    const release = await holdScripts(page);
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Continue with Google" }).click();

    release();
    await page.waitForURL(/error=|\/auth\/google/);
  });
});

test.describe("a public page", () => {
  for (const path of routesFile.public) {
    test(`${path} is taken over as it was prerendered, to the letter`, async ({ users }) => {
      const { page } = await users.visitor();
      await page.addInitScript(() => {
        new MutationObserver((_changes, observer) => {
          const prerendered = document.querySelector("#root > *");
          if (prerendered === null) return;
          observer.disconnect();
          Object.assign(window, { drawn: prerendered });
        }).observe(document, { childList: true, subtree: true });
      });
      const takenOver = await settled(page, path);
      // React throws away what does not fit, and renders it anew.
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { drawn: Element }).drawn.isConnected))
        .toBe(true);

      const renderedHere = await settled(page, `${path}?drawn=here`);
      expect(takenOver).toEqual(renderedHere);
    });
  }

  for (const screen of [
    { viewport: PHONE, colorScheme: "light" },
    { viewport: DESKTOP, colorScheme: "dark" },
  ] as const) {
    test(`looks with the styles that it brings as it does with all of them (${screen.colorScheme})`, async ({
      users,
    }) => {
      const { page } = await users.visitor({ ...screen, javaScriptEnabled: false });
      for (const path of routesFile.public) {
        await page.goto(path);
        const withItsOwn = await page.screenshot({ fullPage: true });
        await bringAllStyles(page, path);
        await page.goto(path);
        expect(withItsOwn.equals(await page.screenshot({ fullPage: true })), path).toBe(true);
      }
    });
  }

  test("shows its content without JavaScript", async ({ users }) => {
    const { page } = await users.visitor({ javaScriptEnabled: false });
    await page.goto("/services");
    await expect(page.getByRole("heading", { level: 1, name: "Our Services" })).toBeVisible();
    await expect(page.locator("noscript p").first()).toBeVisible();
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Fresh laundry, from next door" })).toBeVisible();
  });

  test("brings home's list along: nobody asks for it again", async ({ make, users }) => {
    await make({ providers: [SALON] });
    const { page } = await users.visitor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    // eslint-disable-next-line playwright/no-networkidle -- what is not asked for has nothing to wait for
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(requests.filter((path) => path.startsWith("/api/providers"))).toEqual([]);
  });

  test("asks for the list on the way back, for it may have changed meanwhile", async ({ make, users }) => {
    await make({ providers: [SALON] });
    const { page } = await users.visitor();
    await page.goto("/");
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.goto("/api/docs");
    let requests = 0;
    page.on("request", (request) => (requests += new URL(request.url()).pathname === "/api/providers/8001" ? 1 : 0));
    await page.goBack();
    await expect(page.getByRole("article").first()).toBeVisible();
    const isRestored = await page.evaluate(() => performance.getEntriesByType("navigation").length === 0);
    if (!isRestored) await expect.poll(() => requests).toBe(1);
  });

  test("shows somebody signed in no visitor's sign", async ({ make, users }) => {
    const { users: made } = await make({ users: [ALICE] });
    const { page } = await users.signedIn(made.alice);
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    const account = page.locator("header").getByRole("link", { name: "Your profile" });
    await expect(account).toBeVisible();
    await expect(account.locator("svg")).toHaveCount(0);
    release();
    await expect.poll(async () => /[A-Z]{2}$/.test(await account.innerText())).toBe(true);
  });
});
