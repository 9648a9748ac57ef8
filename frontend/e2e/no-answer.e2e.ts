import type { Page, Route } from "playwright-core";
import { expect } from "vitest";

import { goes } from "./support/leaving";
import { seesAge } from "./support/offline";
import { providerWithHours } from "./support/orders";
import { DEMO } from "./support/person";
import { arrivesAt, sees, seesNoMore } from "./support/seeing";
import { test } from "./support/stage";
import { keeps } from "./support/store";

const LIMIT_MS = 15_000;
const PATIENCE_MS = 3000;

test("a call that never answers ends after 15 seconds with a sentence, and is repeated under the same key", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await page.clock.install({ time: Date.now() });
  const keys: (string | undefined)[] = [];
  await page.route("**/api/profile", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) await route.continue();
  });

  await page.goto("/profile/edit");
  const save = page.locator("form", { has: page.getByLabel("First name") }).locator("button[type=submit]");
  await save.click();
  await expect.poll(() => keys.length).toBe(1);
  await page.clock.fastForward(LIMIT_MS);
  await sees(page.getByText("Suuber did not answer in time. Please try again."));

  await save.click();
  await arrivesAt(page, "/profile");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test("a list that never answers offers to try again after 15 seconds", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await page.clock.install({ time: Date.now() });
  let asked = 0;
  await page.route("**/api/addresses", async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
  });

  await page.goto("/profile/addresses");
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward(LIMIT_MS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => asked).toBe(2);
  await page.getByRole("button", { name: "Try again" }).waitFor({ state: "hidden" });
});

test("a server that takes every call and answers none: after three seconds what was seen before is there with its age, and the answer once it comes", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await page.goto("/profile/addresses");
  const address = page.getByRole("main").getByText(/\b8\d{3}\b/);
  await sees(address);
  await keeps(page, "/api/addresses", "session");

  await page.clock.install({ time: Date.now() });
  let answers = (): void => undefined;
  const silence = new Promise<void>((done) => (answers = done));
  await page.route("**/api/**", async (route) => {
    await silence;
    // What was asked by the page before is gone.
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest("**/api/auth/session");
  await page.goto("/profile/addresses");
  await asked;
  await page.clock.runFor(PATIENCE_MS - 100);
  expect(await address.count()).toBe(0);
  await page.clock.runFor(PATIENCE_MS + 100);
  await sees(address);
  await seesAge(page);

  answers();
  await seesNoMore(page.getByText("No connection to Suuber."));
  await sees(address);
});

/** What a read may get instead of its answer, and what a page shows nothing of then. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  "a failure": (route) => route.fulfill({ status: 500, json: { message: "Something went wrong." } }),
  "a page in place of data": (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><h1>Welcome to our network</h1>" }),
  "no answer": () => Promise.resolve(),
};

test("where nobody can say who is signed in, the profile offers to try again, and no account to be made", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  alice.watch.allowAnswer(500);
  await alice.signsIn(DEMO.customer);
  // The device would say it, once it has kept who it was.
  await page.addInitScript(() => void Object.defineProperty(window, "indexedDB", { value: undefined }));
  await page.clock.install({ time: Date.now() });
  for (const [name, fails] of Object.entries(FAILURES)) {
    await page.route("**/api/auth/session", fails);
    const asked = page.waitForRequest("**/api/auth/session");
    await page.goto("/profile");
    await asked;
    if (name === "no answer") await page.clock.fastForward(LIMIT_MS);
    const main = page.getByRole("main");
    const again = main.getByRole("button", { name: "Try again" });
    await sees(again);
    expect(await main.innerText(), name).not.toMatch(/create account|sign in|sign out|welcome to our network/i);

    await page.unroute("**/api/auth/session", fails);
    await again.click();
    await sees(main.getByText(DEMO.customer));
    await seesNoMore(again);
  }
});

type Reading = { at: string; reads: RegExp; /** The part of the page that shows it; all of it by default. */ within?: string; then: (page: Page) => Promise<void> };

test("where the device keeps nothing, every list that cannot be read offers to try again, shows no sample meanwhile, and then shows itself", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  alice.watch.allowAnswer(500);
  await alice.signsIn(DEMO.customer);
  const { id } = await providerWithHours(alice, 2);
  await page.addInitScript(() => void Object.defineProperty(window, "indexedDB", { value: undefined }));
  const readings: Reading[] = [
    { at: "/", reads: /\/api\/providers\/\d{4}/, within: "Available in Your Area", then: () => sees(page.getByRole("article")) },
    { at: "/tracking", reads: /\/api\/orders\/customer\//, then: () => sees(page.getByRole("heading", { name: "Order details" })) },
    { at: "/history", reads: /\/api\/orders\/customer\//, then: () => sees(page.getByRole("tabpanel").getByRole("listitem")) },
    { at: `/providers/${id}`, reads: /\/api\/providers\/details\//, then: () => sees(page.getByRole("main").getByRole("link", { name: "Book", exact: true })) },
  ];
  await page.clock.install({ time: Date.now() });
  for (const { at, reads, within, then } of readings) {
    for (const [name, fails] of Object.entries(FAILURES)) {
      await page.route(reads, fails);
      // What came with a page is not asked for: the list is come to from elsewhere.
      await page.goto("/help");
      await sees(page.locator("#root:not([data-drawn]) main:not([aria-busy])"));
      const asked = page.waitForRequest(reads);
      await goes(page, at);
      await asked;
      const main = page.getByRole("main");
      const again = (within === undefined ? main : main.getByRole("region", { name: within })).getByRole("button", { name: "Try again" });
      if (name === "no answer") await page.clock.fastForward(LIMIT_MS);
      await sees(again);
      expect(await main.innerText(), `${at}, ${name}`).not.toMatch(/sample order|welcome to our network|this is how/i);
      expect(await page.getByRole("article").count()).toBe(0);

      await page.unroute(reads, fails);
      await again.click();
      await then(page);
      await seesNoMore(again);
    }
  }
});
