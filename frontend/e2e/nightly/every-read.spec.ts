import type { Page, Route } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import {
  callsOf,
  everyRead,
  OF_A_PROVIDER,
  ofACustomer,
  type Reading,
  SILENT,
  WITHOUT_ITS_PROVIDER,
} from "../support/readings.ts";
import { navigate } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 600_000;
const LIMIT_MS = 15_000;

/** Ways in which a read can fail. */
const FAILURES: readonly { name: string; fails: (route: Route) => Promise<void> }[] = [
  {
    name: "a failure",
    fails: (route) => route.fulfill({ status: 500, json: { message: "Something went wrong.", code: "server_error" } }),
  },
  {
    name: "a page in place of data",
    fails: (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><h1>Welcome to our network</h1>" }),
  },
  { name: "no answer", fails: () => Promise.resolve() },
];
/** Fetched by every page once it is hydrated. */
const AT_A_START = ["/api/auth/session", "/api/notifications"];
/** Samples and empty states, which must not be shown to a signed-in user in place of their own data. */
const FICTION = /sample order|this is how|welcome to our network|create account|no orders yet|nothing here/i;

test("every read of the app is looked at", () => {
  const looked = [
    ...ofACustomer({ paid: "", completed: "", rated: "", handedBack: "", unpaid: "", providerId: "", question: "" }),
    WITHOUT_ITS_PROVIDER,
    ...OF_A_PROVIDER,
  ].map(({ reads }) => reads);
  // Read by a POST, so not among the GETs.
  const reads = looked.filter((path) => path !== "/api/create-payment-intent");
  expect([...new Set([...reads, ...Object.keys(SILENT)])].sort()).toEqual(everyRead());
});

/** No storage on the device, and a clock that the test moves. */
async function withoutStorage({ page, pageErrors }: Person): Promise<void> {
  pageErrors.allowResponse(500);
  // Some URLs lead to nothing.
  pageErrors.allowResponse(404);
  await page.addInitScript(() => void Object.defineProperty(window, "indexedDB", { value: undefined }));
  await page.clock.install({ time: Date.now() });
}

/** Opens a page whose read fails, then retries without the failure. Returns what is wrong. */
async function tryAgain(
  page: Page,
  { reads, at, opens }: Reading,
  { name, fails }: (typeof FAILURES)[number],
): Promise<string[]> {
  const calls = callsOf(reads);
  if (!AT_A_START.includes(reads)) await page.goto("/help");
  if (!AT_A_START.includes(reads))
    await expect(page.locator("#root:not([data-prerendered]) main:not([aria-busy])").first()).toBeVisible();
  await page.route(calls, fails);
  const request = page.waitForRequest(calls);
  request.catch(() => undefined);
  // Data inlined in the page is not fetched, so navigate there from another page.
  if (AT_A_START.includes(reads)) await page.goto(at);
  else await navigate(page, at);
  await opens?.(page);
  const isAsked = await request.then(
    () => true,
    () => false,
  );
  if (!isAsked) return [`${reads} is not asked for at ${at}`];
  if (name === "no answer") await page.clock.fastForward(LIMIT_MS);
  const wrong: string[] = [];
  const retryButton = page.getByRole("main").or(page.getByRole("dialog")).getByRole("button", { name: "Try again" });
  const isOffered = await expect(retryButton.first())
    .toBeVisible()
    .then(
      () => true,
      () => false,
    );
  const shown = await page.locator("body").innerText();
  if (!isOffered) wrong.push(`${reads} at ${at}, ${name}: nothing to try again`);
  const fiction = FICTION.exec(shown);
  if (fiction !== null) wrong.push(`${reads} at ${at}, ${name}: ${fiction[0]}`);
  await page.unroute(calls, fails);
  if (isOffered) {
    // Other requests time out with it when the clock is moved.
    const isLeft = async (): Promise<number> => {
      const left = await retryButton.count();
      if (left > 0)
        await retryButton
          .first()
          .click({ timeout: 2000 })
          .catch(() => undefined);
      return left;
    };
    await expect
      .poll(isLeft)
      .toBe(0)
      .catch(() => wrong.push(`${reads} at ${at}, ${name}: trying again comes to nothing`));
  }
  return wrong;
}

/** One failure per read by default; all of them with SWEEP=all. */
async function everyOne(page: Page, readings: readonly Reading[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, reading] of readings.entries()) {
    for (const failure of sweep(FAILURES, index)) wrong.push(...(await tryAgain(page, reading, failure)));
  }
  return wrong;
}

test("whatever a customer's page cannot read, it offers to try again, and shows nothing in its place", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const {
    users: made,
    providers,
    orders,
  } = await make({
    users: [{ ref: "alice" }],
    // The other one can take over a recurring booking.
    providers: [{ ref: "salon" }, { ref: "other" }],
    orders: [
      { ref: "done", customer: "alice", provider: "salon", status: "completed", pickup: { days: -3, time: "10:00" } },
      {
        ref: "completed",
        customer: "alice",
        provider: "salon",
        status: "completed",
        pickup: { days: -1, time: "11:00" },
      },
      {
        ref: "rated",
        customer: "alice",
        provider: "salon",
        status: "completed",
        pickup: { days: -2, time: "10:00" },
        review: { rating: 5 },
      },
      { ref: "paid", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } },
      { ref: "unpaid", customer: "alice", provider: "salon", status: "pending", pickup: { days: 3, time: "10:00" } },
      { ref: "handedBack", customer: "alice", provider: "salon", handBack: {}, pickup: { days: 3, time: "11:00" } },
    ],
    recurring: [{ ref: "weekly", customer: "alice", provider: "salon", days: 5, time: "13:00" }],
    supportRequests: [
      { ref: "soap", user: "alice", category: "general", subject: "Which soap?", message: "Is it without perfume?" },
    ],
  });
  const alice = await users.signedIn(made.alice);
  await withoutStorage(alice);
  const { paid, completed, rated, unpaid, handedBack } = orders;
  const readings = ofACustomer({
    paid: paid.id,
    completed: completed.id,
    rated: rated.id,
    handedBack: handedBack.id,
    unpaid: unpaid.id,
    providerId: providers.salon.id,
    question: "Which soap\\?",
  });

  expect(await everyOne(alice.page, readings)).toEqual([]);
  await alice.page.goto("/help");
  const bruno = await users.signedIn(made.salon);
  await bruno.call("POST", "/api/provider/pause", { until: swissDay(20) });
  expect(await everyOne(alice.page, [WITHOUT_ITS_PROVIDER])).toEqual([]);
});

test("whatever a provider's page cannot read, it offers to try again, and shows nothing in its place", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const { users: made } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "done", customer: "alice", provider: "salon", status: "completed", pickup: { days: -3, time: "10:00" } },
      {
        ref: "job",
        customer: "alice",
        provider: "salon",
        pickup: { days: 1, time: "10:00" },
        messages: [{ from: "customer", body: "Please ring twice." }],
      },
    ],
  });
  const bruno = await users.signedIn(made.salon);
  await withoutStorage(bruno);
  expect(await everyOne(bruno.page, OF_A_PROVIDER)).toEqual([]);
  await expect(bruno.page).toHaveURL("/provider/messages");
});
