import type { Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { PNG } from "../support/applying.ts";
import {
  AT_SIGNING_OUT,
  filesWithDialogs,
  ofACustomer,
  ofAPendingOrder,
  ofAProvider,
  ofASeries,
  ofASeriesWithoutItsProvider,
  ofAVisitor,
  WITHOUT_A_CALL,
} from "../support/dialogs.ts";
import { findSilentFailures } from "../support/failing-dialog.ts";
import { interceptFirst } from "../support/requests.ts";

const LONG_TEST_MS = 300_000;

/** Allows aborted requests and server errors. */
function allowBrokenCalls(person: Person): void {
  person.pageErrors.allowResponse(500);
  person.pageErrors.breaksConnections = true;
}

test("every dialog is looked at", () => {
  const order = { id: "" };
  const covered = [
    ...ofAVisitor(""),
    ...ofACustomer({ paid: order, completed: order, providerId: "" }),
    ...ofASeries(),
    ofASeriesWithoutItsProvider(),
    AT_SIGNING_OUT,
    ...ofAProvider({ confirmed: order, underWay: order }),
    ofAPendingOrder(order),
  ];
  expect([...new Set([...covered.map(({ file }) => file), ...Object.keys(WITHOUT_A_CALL)])].sort()).toEqual(
    filesWithDialogs(),
  );
});

test("a dialog in which a visitor presses what then fails says so itself, and keeps what was typed", async ({
  make,
  users,
}) => {
  const { providers } = await make({ providers: [{ ref: "salon" }] });
  const visitor = await users.visitor();
  allowBrokenCalls(visitor);
  expect(await findSilentFailures(visitor.page, ofAVisitor(providers.salon.id))).toEqual([]);
});

/** Uploads a document to a started application. */
async function addDocument({ page }: Person): Promise<void> {
  await page.goto("/provider/apply?step=3");
  const row = page.getByRole("group", { name: "ID Document" });
  await row.getByLabel("for ID Document").setInputFiles({ name: "card.png", mimeType: "image/png", buffer: PNG });
  await expect(row.getByRole("link", { name: "Open card.png" }).first()).toBeVisible();
}

test("a dialog in which a customer presses what then fails says so itself, and keeps what was typed", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const {
    users: made,
    providers,
    orders: { paid, completed },
  } = await make({
    users: [
      { ref: "alice", cards: ["visa"] },
      { ref: "chiara", firstName: "Chiara" },
    ],
    providers: [{ ref: "salon" }, { ref: "begun", user: "alice", application: "draft" }],
    orders: [
      { ref: "done", customer: "alice", provider: "salon", status: "completed", pickup: { days: -3, time: "10:00" } },
      {
        ref: "reviewed",
        customer: "chiara",
        provider: "salon",
        status: "completed",
        pickup: { days: -3, time: "11:00" },
        review: { comment: "Spotless." },
      },
      {
        ref: "completed",
        customer: "alice",
        provider: "salon",
        status: "completed",
        pickup: { days: -1, time: "11:00" },
      },
      { ref: "paid", customer: "alice", provider: "salon", pickup: { days: 3, time: "10:00" } },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  allowBrokenCalls(alice);
  await addDocument(alice);
  expect(await findSilentFailures(page, ofACustomer({ paid, completed, providerId: providers.salon.id }))).toEqual([]);

  // 2. Signing out with unsent actions asks first.
  await page.route("**/api/orders/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await page.goto(`/tracking/${paid.id}`);
  await page.getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your message").fill("Ring twice.");
  await dialog.getByRole("button", { name: /^Send/ }).click();
  await expect(dialog.getByText(/waits|not sent yet/i).first()).toBeVisible();
  expect(await findSilentFailures(page, [AT_SIGNING_OUT])).toEqual([]);
});

test("a dialog about a recurring booking says itself what failed, and so does its card", async ({ make, users }) => {
  test.setTimeout(LONG_TEST_MS);
  const {
    users: made,
    recurring: { weekly },
  } = await make({
    users: [{ ref: "alice", cards: ["visa", "mastercard"] }],
    // The other one can take over a recurring booking.
    providers: [{ ref: "salon" }, { ref: "other" }],
    recurring: [{ ref: "weekly", customer: "alice", provider: "salon", days: 5, time: "15:00" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  allowBrokenCalls(alice);
  expect(await findSilentFailures(page, ofASeries())).toEqual([]);

  // 2. Actions without a dialog show their failure on the card, until the next action.
  await alice.call("POST", `/api/recurring-bookings/${weekly.id}/pause`, { until: swissDay(30) });
  await page.goto("/recurring");
  await interceptFirst(page, "**/resume", (route) =>
    route.fulfill({ status: 500, json: { message: "Nothing came of it, number 4711.", code: "error" } }),
  );
  await page.getByRole("button", { name: "Resume" }).click();
  const card = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: "Resume" }) });
  await expect(card.getByText(/number 4711/).first()).toBeVisible();

  // 3. Its provider takes no bookings.
  await alice.call("POST", `/api/recurring-bookings/${weekly.id}/resume`);
  await page.goto("/help");
  const bruno = await users.signedIn(made.salon);
  await bruno.call("POST", "/api/provider/pause", { until: swissDay(20) });
  expect(await findSilentFailures(page, [ofASeriesWithoutItsProvider()])).toEqual([]);
});

test("a dialog in which a provider presses what then fails says so itself, and keeps what was typed", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const {
    users: made,
    orders: { confirmed, underWay, waiting },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }, { ref: "manual", acceptsInstantly: false }],
    orders: [
      { ref: "confirmed", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } },
      {
        ref: "underWay",
        customer: "alice",
        provider: "salon",
        status: "pickup",
        pickup: { days: 2, time: "11:00" },
        handoverCodes: true,
      },
      {
        ref: "waiting",
        customer: "alice",
        provider: "manual",
        status: "pending",
        payment: "paid",
        pickup: { days: 2, time: "10:00" },
      },
    ],
  });
  const bruno = await users.signedIn(made.salon);
  const manual = await users.signedIn(made.manual);
  for (const person of [bruno, manual]) allowBrokenCalls(person);

  expect(await findSilentFailures(bruno.page, ofAProvider({ confirmed, underWay }))).toEqual([]);
  expect(await findSilentFailures(manual.page, [ofAPendingOrder(waiting)])).toEqual([]);
});
