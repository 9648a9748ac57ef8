import type { Page, Route } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { expectAge } from "../support/offline.ts";
import { navigate } from "../support/sign-out.ts";
import { expectStored } from "../support/store.ts";

const LIMIT_MS = 15_000;
const PATIENCE_MS = 3000;

test("a call that never answers ends after 15 seconds with a sentence, and is repeated under the same key", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice);
  await page.clock.install({ time: Date.now() });
  const keys: (string | undefined)[] = [];
  await page.route("**/api/profile", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) await route.continue();
  });

  await page.goto("/profile/edit");
  await page.getByLabel("First name").fill("Alicia");
  const save = page.locator("form", { has: page.getByLabel("First name") }).locator("button[type=submit]");
  await save.click();
  await expect.poll(() => keys.length).toBe(1);
  await page.clock.fastForward(LIMIT_MS);
  await expect(page.getByText("Suuber did not answer in time. Please try again.").first()).toBeVisible();

  await save.click();
  await expect(page).toHaveURL("/profile");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test("a list that never answers offers to try again after 15 seconds", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice);
  await page.clock.install({ time: Date.now() });
  let requests = 0;
  await page.route("**/api/addresses", async (route) => {
    requests += 1;
    if (requests > 1) await route.continue();
  });

  await page.goto("/profile/addresses");
  await expect.poll(() => requests).toBe(1);
  await page.clock.fastForward(LIMIT_MS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => requests).toBe(2);
  await page.getByRole("button", { name: "Try again" }).waitFor({ state: "hidden" });
});

test("a server that takes every call and answers none: after three seconds what was seen before is there with its age, and the response once it comes", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice", addresses: [{ postalCode: "8001" }] }] });
  const { page } = await users.signedIn(made.alice);
  await page.goto("/profile/addresses");
  const address = page.getByRole("main").getByText(/\b8\d{3}\b/);
  await expect(address.first()).toBeVisible();
  await expectStored(page, "/api/addresses", "session");

  await page.clock.install({ time: Date.now() });
  let respond = (): void => undefined;
  const silence = new Promise<void>((done) => (respond = done));
  await page.route("**/api/**", async (route) => {
    await silence;
    // The request's page may be gone already.
    await route.continue().catch(() => undefined);
  });
  const request = page.waitForRequest("**/api/auth/session");
  await page.goto("/profile/addresses");
  await request;
  await page.clock.runFor(PATIENCE_MS - 100);
  await expect(address).toHaveCount(0);
  await page.clock.runFor(PATIENCE_MS + 100);
  await expect(address.first()).toBeVisible();
  await expectAge(page);

  respond();
  await expect(page.getByText("No connection to Suuber.").first()).toBeHidden();
  await expect(address.first()).toBeVisible();
});

/** Ways in which a read can fail; pages must not show data then. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  "a failure": (route) => route.fulfill({ status: 500, json: { message: "Something went wrong." } }),
  "a page in place of data": (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><h1>Welcome to our network</h1>" }),
  "no answer": () => Promise.resolve(),
};

test("where nobody can say who is signed in, the profile offers to try again, and no account to be made", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page, pageErrors } = await users.signedIn(made.alice);
  pageErrors.allowResponse(500);
  // Without IndexedDB, because a stored session would identify the user.
  await page.addInitScript(() => void Object.defineProperty(window, "indexedDB", { value: undefined }));
  await page.clock.install({ time: Date.now() });
  for (const [name, fails] of Object.entries(FAILURES)) {
    await page.route("**/api/auth/session", fails);
    const request = page.waitForRequest("**/api/auth/session");
    await page.goto("/profile");
    await request;
    if (name === "no answer") await page.clock.fastForward(LIMIT_MS);
    const main = page.getByRole("main");
    const retryButton = main.getByRole("button", { name: "Try again" });
    await expect(retryButton).toBeVisible();
    await expect(main, name).not.toHaveText(/create account|sign in|sign out|welcome to our network/i, {
      useInnerText: true,
    });

    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.unroute("**/api/auth/session", fails);
    await retryButton.click();
    await page.clock.resume();
    await expect(main.getByText(made.alice.email).first()).toBeVisible();
    await expect(retryButton).toBeHidden();
  }
});

type Reading = {
  at: string;
  reads: RegExp;
  /** The part of the page to check; default: all of it. */ within?: string;
  then: (page: Page) => Promise<void>;
};

test("where the device stores nothing, every list that cannot be read offers to try again, shows no sample meanwhile, and then shows itself", async ({
  make,
  users,
}) => {
  const {
    users: made,
    providers: { salon },
  } = await make({
    users: [{ ref: "alice", postalCode: "8001" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "done", customer: "alice", provider: "salon", pickup: { days: -3 }, status: "completed" },
      { ref: "coming", customer: "alice", provider: "salon" },
    ],
  });
  const { page, pageErrors } = await users.signedIn(made.alice);
  pageErrors.allowResponse(500);
  await page.addInitScript(() => void Object.defineProperty(window, "indexedDB", { value: undefined }));
  const readings: Reading[] = [
    {
      at: "/",
      reads: /\/api\/providers\/\d{4}/,
      within: "Available in Your Area",
      then: () => expect(page.getByRole("article").first()).toBeVisible(),
    },
    {
      at: "/tracking",
      reads: /\/api\/orders\/customer\//,
      then: () => expect(page.getByRole("heading", { name: "Order details" })).toBeVisible(),
    },
    {
      at: "/history",
      reads: /\/api\/orders\/customer\//,
      then: () => expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible(),
    },
    {
      at: `/providers/${salon.id}`,
      reads: /\/api\/providers\/details\//,
      then: () => expect(page.getByRole("main").getByRole("link", { name: "Book", exact: true }).first()).toBeVisible(),
    },
  ];
  await page.clock.install({ time: Date.now() });
  for (const { at, reads, within, then } of readings) {
    for (const [name, fails] of Object.entries(FAILURES)) {
      await page.route(reads, fails);
      // Data inlined in the page is not fetched, so navigate to the list from another page.
      await page.goto("/help");
      await expect(page.locator("#root:not([data-prerendered]) main:not([aria-busy])").first()).toBeVisible();
      const request = page.waitForRequest(reads);
      await navigate(page, at);
      await request;
      const main = page.getByRole("main");
      const retryButton = (within === undefined ? main : main.getByRole("region", { name: within })).getByRole(
        "button",
        { name: "Try again" },
      );
      if (name === "no answer") await page.clock.fastForward(LIMIT_MS);
      await expect(retryButton).toBeVisible();
      await expect(main, `${at}, ${name}`).not.toHaveText(/sample order|welcome to our network|this is how/i, {
        useInnerText: true,
      });
      await expect(page.getByRole("article")).toHaveCount(0);

      // The page asks again by itself after a while; while its clock stands still, only the button does.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      await page.unroute(reads, fails);
      await retryButton.click();
      await page.clock.resume();
      await then(page);
      await expect(retryButton).toBeHidden();
    }
  }
});
