import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { nextFrame } from "../support/page.ts";
import { expectEmptyQueue, messageRow, putRows, writtenLines } from "../support/queue.ts";
import { interceptFirst } from "../support/requests.ts";

const PART = /\/static\/app\/assets\/[\w.-]+\.js$/;

const SCRIPT = /\/main-[\w-]+\.js$/;
const STYLE = /\/main-[\w-]+\.css$/;

/** The last chunk: it sends the queue, one second after the page's start. */
const LAST = /\/banners-[\w-]+\.js$/;

/** What chunks share: nothing but their own imports asks for it. */
const INNER = /\/c-[\w-]+\.js$/;

/** The chunks loaded after the page itself; those named in its HTML are tested below. */
async function lazyParts(page: Page, path: string): Promise<string[]> {
  const parts = new Set<string>();
  const notePart = (request: { url: () => string }): void => {
    if (PART.test(request.url())) parts.add(request.url());
  };
  page.on("request", notePart);
  // By its response, what it imports has been asked for, too.
  const last = page.waitForResponse(LAST);
  await page.goto(path);
  await last;
  page.off("request", notePart);
  const named = await (await page.request.get(path)).text();
  return [...parts].filter((part) => !named.includes(new URL(part).pathname));
}

/** The address of a chunk, and those at which it is asked for again. */
const wholly = (part: string): RegExp => new RegExp(`${part.replace(/[.?]/g, String.raw`\$&`)}(\\?|$)`);

/** Opens a page while a chunk does not arrive, and waits until it was missed. */
async function openWithout(page: Page, path: string, part: string | RegExp): Promise<void> {
  const missed = new Promise<void>((done) => {
    void page.route(part, async (route) => {
      await route.abort("connectionreset");
      done();
    });
  });
  await page.goto(path);
  await missed;
  await nextFrame(page);
}

test("whichever part of the app does not arrive, no page of an account is left white", async ({ make, users }) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const path = `/tracking/${order.id}`;
  const parts = await lazyParts(alice.page, path);
  expect(parts.length).toBeGreaterThan(2);
  alice.pageErrors.lacksChunks = true;

  for (const part of parts) {
    await openWithout(alice.page, path, wholly(part));
    // It renders, or says that something is missing.
    await expect(alice.page.locator("main h1:not([aria-busy] h1), [role=alert]").first()).toBeVisible();
    await alice.page.unroute(wholly(part));
  }
});

test("code that fails to arrive once is asked for again by itself", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page, pageErrors } = await users.signedIn(made.alice);
  await page.goto("/history");
  const parts = (await lazyParts(page, "/history")).filter((part) => !INNER.test(part));
  expect(parts.length).toBeGreaterThan(1);
  pageErrors.lacksChunks = true;

  for (const part of parts) {
    // At this address only: a browser would not ask for it again there.
    await page.route(part, (route) => route.abort("connectionreset"));
    const again = page.waitForResponse((response) => response.url().startsWith(`${part}?`));
    await page.goto("/history");
    expect((await again).ok()).toBe(true);
    await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.unroute(part);
  }
});

test("where the code that sends what waits does not arrive, every page says so until it is there", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  const notice = page.getByRole("alert").filter({ hasText: "This page has not fully loaded." });
  const anywhere = /\/banners-[\w-]+\.js(\?|$)/;
  alice.pageErrors.lacksChunks = true;
  await page.goto("/history");
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
  await putRows(page, [messageRow(made.alice.id, order, "I am at the door.")]);

  await page.route(anywhere, (route) => route.abort("connectionreset"));
  await page.goto("/history");
  await expect(notice).toBeVisible();
  await page.unroute(anywhere);
  // The same document, with what is typed in it.
  await page.evaluate(() => (document.body.dataset["same"] = "1"));
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);
  await expectEmptyQueue(page);
  await expect(page.locator("[data-same]")).toHaveCount(1);
  expect(await writtenLines(alice, order)).toEqual(["I am at the door."]);
});

test("code whose own import did not arrive comes with a reload, once it is tried again", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page, pageErrors } = await users.signedIn(made.alice);
  await page.goto("/history");
  const parts = await lazyParts(page, "/history");
  const last = parts.find((part) => LAST.test(part)) ?? "";
  const code = await (await page.request.get(last)).text();
  const inner =
    parts.find((part) => INNER.test(part) && code.includes(new URL(part).pathname.split("/").at(-1) ?? "")) ?? "";
  expect(inner).toMatch(INNER);
  pageErrors.lacksChunks = true;
  await openWithout(page, "/history", wholly(inner));
  const notice = page.getByRole("alert").filter({ hasText: "This page has not fully loaded." });
  await expect(notice).toBeVisible();

  await page.unroute(wholly(inner));
  await notice.getByRole("button", { name: "Try again" }).click();

  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
});

test("a page whose texts do not arrive says so, too, and another language alone is stood in for by English", async ({
  users,
}) => {
  const { page, pageErrors } = await users.visitor({ locale: "de-CH" });
  pageErrors.lacksChunks = true;
  await page.route(/\/texts-de-[\w.-]+\.json$/, (route) => route.abort("connectionreset"));
  await page.goto("/history");
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();

  await page.route(/\/texts-[\w.-]+\.json$/, (route) => route.abort("connectionreset"));
  for (const path of ["/", "/login", "/history"]) {
    await page.goto(path);
    await expect(page.getByRole("alert").getByRole("button")).toBeVisible();
  }
  await page.unroute(/\/texts-[\w.-]+\.json$/);
  await page.unroute(/\/texts-de-[\w.-]+\.json$/);
  await page.getByRole("alert").getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1, name: "Auftragsverlauf" })).toBeVisible();
});

test("a page whose script does not arrive says so, and comes whole when it is tried again", async ({ users }) => {
  const { page, pageErrors } = await users.visitor();
  pageErrors.lacksChunks = true;
  await page.route(PART, (route) => route.abort("connectionreset"));

  for (const path of ["/", "/login"]) {
    await page.goto(path);
    await expect(page.getByRole("alert").filter({ hasText: "This page has not fully loaded." }).first()).toBeVisible();
  }

  await page.unroute(PART);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Suuber" })).toBeVisible();
});

test("a script or a style of the page that fails to arrive once comes by itself", async ({ users }) => {
  const { page, pageErrors } = await users.visitor();
  pageErrors.lacksChunks = true;
  for (const part of [SCRIPT, STYLE]) {
    await interceptFirst(page, part, (route) => route.abort("connectionreset"));
    // It may reload itself before it has loaded.
    await page.goto("/login", { waitUntil: "commit" });
    await page.locator("#root:not([data-prerendered])").waitFor({ state: "attached" });
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});

test("a page that lacks its script or its style for good says so, and keeps what was typed", async ({ users }) => {
  const { page, pageErrors } = await users.visitor();
  pageErrors.lacksChunks = true;
  for (const part of [SCRIPT, STYLE]) {
    let lose = (): void => undefined;
    const isTyped = new Promise<void>((done) => (lose = done));
    await page.route(part, async (route) => {
      await isTyped;
      await route.abort("connectionreset");
    });
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "Email" }).fill("alice@example.com");
    lose();
    await expect(page.getByRole("alert").filter({ hasText: "This page has not fully loaded." }).first()).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("alice@example.com");
    await page.unroute(part);
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.locator("#root:not([data-prerendered])").waitFor({ state: "attached" });
    await expect(page.getByText("This page has not fully loaded.")).toHaveCount(0);
  }
});

test("a page whose code was missed in advance comes all the same, though the browser does not ask for a missed file again", async ({
  users,
}) => {
  const { page, pageErrors } = await users.visitor();
  pageErrors.lacksChunks = true;
  const isMissed = page.waitForEvent("requestfailed", (request) => request.url().includes("/history-page-"));
  await page.route(/\/history-page-[\w-]+\.js/, (route) => route.abort("connectionreset"));
  await page.goto("/");
  await isMissed;
  await page.unroute(/\/history-page-[\w-]+\.js/);

  await page.getByRole("navigation").getByRole("link", { name: "History" }).first().click();

  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
});
