import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { nextFrame } from "../support/page.ts";

const PART = /\/static\/app\/assets\/[\w.-]+\.js$/;

/** The last chunk: it sends the queue, one second after the page's start. */
const LAST = /\/banners-[\w-]+\.js$/;

/** The chunks loaded after the page itself; those named in its HTML are tested below. */
async function lazyParts(page: Page, path: string): Promise<string[]> {
  const parts = new Set<string>();
  const notePart = (request: { url: () => string }): void => {
    if (PART.test(request.url())) parts.add(request.url());
  };
  page.on("request", notePart);
  const last = page.waitForRequest(LAST);
  await page.goto(path);
  await last;
  page.off("request", notePart);
  const named = await (await page.request.get(path)).text();
  return [...parts].filter((part) => !named.includes(new URL(part).pathname));
}

/** Opens a page without one of its chunks: it renders, or shows an error. */
async function openWithout(page: Page, path: string, part: string): Promise<void> {
  const missed = new Promise<void>((done) => {
    void page.route(part, async (route) => {
      await route.abort("connectionreset");
      done();
    });
  });
  await page.goto(path);
  await missed;
  await nextFrame(page);
  await expect(page.locator("main h1:not([aria-busy] h1), [role=alert]").first()).toBeVisible();
  await page.unroute(part);
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

  for (const part of parts) await openWithout(alice.page, path, part);
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
    await expect(page.getByRole("alert").filter({ hasText: "This page has not loaded whole." }).first()).toBeVisible();
  }

  await page.unroute(PART);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Suuber" })).toBeVisible();
});

test("a page whose code was missed in advance comes all the same, though the browser does not ask for a missed file again", async ({
  users,
}) => {
  const { page, pageErrors } = await users.visitor();
  pageErrors.lacksChunks = true;
  const isMissed = page.waitForEvent("requestfailed", (request) => request.url().includes("/history-page-"));
  await page.route(/\/history-page-[\w-]+\.js$/, (route) => route.abort("connectionreset"));
  await page.goto("/");
  await isMissed;
  await page.unroute(/\/history-page-[\w-]+\.js$/);

  await page.getByRole("navigation").getByRole("link", { name: "History" }).first().click();

  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
});
