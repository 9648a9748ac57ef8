import { CARDS } from "../fixtures/cards.ts";
import { createRecurring, type Order, payOrder, placeOrder, providerWithHours, saveCard, setStatus, whilePaused } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { PNG } from "../support/applying.ts";
import { AT_SIGNING_OUT, filesWithDialogs, ofACustomer, ofAnAnswer, ofAProvider, ofASeries, ofASeriesWithoutItsProvider, ofAVisitor, WITHOUT_A_CALL } from "../support/dialogs.ts";
import { findSilentFailures } from "../support/failing-dialog.ts";

const LONG_TEST_MS = 300_000;
const CUSTOMER = "patrick.vogt@example.com";
const DANIEL = "daniel.frei@example.com";

/** Calls are broken off, and the server is said to fail. */
function breaks(person: Person): void {
  person.pageErrors.allowResponse(500);
  person.pageErrors.breaksConnections = true;
}

test("every dialog is looked at", () => {
  const order = { id: "" } as Order;
  const asked = [
    ...ofAVisitor(""),
    ...ofACustomer({ paid: order, providerId: "" }),
    ...ofASeries(),
    ofASeriesWithoutItsProvider(),
    AT_SIGNING_OUT,
    ...ofAProvider({ confirmed: order, underWay: order }),
    ofAnAnswer(order),
  ];
  expect([...new Set([...asked.map(({ file }) => file), ...Object.keys(WITHOUT_A_CALL)])].sort()).toEqual(filesWithDialogs());
});

test("a dialog in which a visitor presses what then fails says so itself, and keeps what was typed", async ({ users }) => {
  const visitor = await users.visitor();
  breaks(visitor);
  const provider = await providerWithHours(visitor, 2);
  expect(await findSilentFailures(visitor.page, ofAVisitor(provider.id))).toEqual([]);
});

/** A beginning of an application, with one document. */
async function applies(person: Person, email: string): Promise<void> {
  const personalInfo = { firstName: "Patrick", lastName: "Vogt", email, phone: "+41795550113", address: "Steinenvorstadt 12", postalCode: "4051", city: "Basel" };
  const businessInfo = { businessName: "", businessType: "individual", registrationNumber: "", vatNumber: "", serviceAreas: ["4051"], experience: "" };
  await person.call("PUT", "/api/provider-application", { personalInfo, businessInfo });
  await person.page.goto("/provider/apply?step=3");
  const row = person.page.getByRole("group", { name: "ID Document" });
  await row.getByLabel("for ID Document").setInputFiles({ name: "card.png", mimeType: "image/png", buffer: PNG });
  await expect(row.getByRole("link", { name: "Open card.png" }).first()).toBeVisible();
}

test("a dialog in which a customer presses what then fails says so itself, and keeps what was typed", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const dora = await users.visitor();
  const { page } = alice;
  breaks(alice);
  await alice.signIn(CUSTOMER);
  await dora.signIn(DEMO.operator);
  await saveCard(alice, CARDS.succeeds);
  await applies(alice, CUSTOMER);
  const provider = await providerWithHours(alice, 0);
  const done = await payOrder(alice, await placeOrder(alice, provider, 2));
  await setStatus(dora, done, "pickup", "washing", "delivery", "completed");
  const paid = await payOrder(alice, await placeOrder(alice, provider, 3));
  expect(await findSilentFailures(page, ofACustomer({ paid, providerId: provider.id }))).toEqual([]);

  // 2. What waits on the device is asked about at signing out.
  await page.route("**/api/orders/*/messages", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await page.goto(`/tracking/${paid.id}`);
  await page.getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your message").fill("Ring twice.");
  await dialog.getByRole("button", { name: /^Send/ }).click();
  await expect(dialog.getByText(/waits|not sent yet/i).first()).toBeVisible();
  expect(await findSilentFailures(page, [AT_SIGNING_OUT])).toEqual([]);
  await alice.call("POST", `/api/orders/${paid.id}/cancellation`);
});

test("a dialog about a recurring booking says itself what failed, and so does its card", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const bruno = await users.visitor();
  const { page } = alice;
  breaks(alice);
  const { id } = await alice.signIn(CUSTOMER);
  const { providerId } = await bruno.signIn(DEMO.provider);
  await saveCard(alice, CARDS.succeeds);
  await saveCard(alice, CARDS.another);
  const booking = await createRecurring(alice, id, providerId, "15:00");
  try {
    expect(await findSilentFailures(page, ofASeries())).toEqual([]);

    // 2. What has no dialog says it on its card, for as long as nothing else is done.
    await alice.call("POST", `/api/recurring-bookings/${booking.id}/pause`, { until: swissDay(30) });
    await page.goto("/recurring");
    await page.route("**/resume", (route) => route.fulfill({ status: 500, json: { message: "Nothing came of it, number 4711.", code: "error" } }), { times: 1 });
    await page.getByRole("button", { name: "Resume" }).click();
    const card = page.getByRole("main").getByRole("listitem").filter({ has: page.getByRole("button", { name: "Resume" }) });
    await expect(card.getByText(/number 4711/).first()).toBeVisible();
    await alice.call("POST", `/api/recurring-bookings/${booking.id}/resume`);
    await page.goto("/help");
    await whilePaused(bruno, async () => expect(await findSilentFailures(page, [ofASeriesWithoutItsProvider()])).toEqual([]));
  } finally {
    await alice.call("DELETE", `/api/recurring-bookings/${booking.id}`);
  }
});

test("a dialog in which a provider presses what then fails says so itself, and keeps what was typed", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const bruno = await users.visitor();
  const daniel = await users.visitor();
  for (const person of [bruno, daniel]) breaks(person);
  await alice.signIn(CUSTOMER);
  const { providerId } = await bruno.signIn(DEMO.provider);
  const { providerId: other } = await daniel.signIn(DANIEL);
  const ordered = async (id: string | null): Promise<Order> => payOrder(alice, await placeOrder(alice, { id: id ?? "" }, 2));
  const [confirmed, underWay, waiting] = [await ordered(providerId), await ordered(providerId), await ordered(other)];
  await setStatus(bruno, underWay, "pickup");
  await alice.call("PUT", `/api/orders/${underWay.id}/handover-code`, { wanted: true });

  expect(await findSilentFailures(bruno.page, ofAProvider({ confirmed, underWay }))).toEqual([]);
  expect(await findSilentFailures(daniel.page, [ofAnAnswer(waiting)])).toEqual([]);
  for (const order of [confirmed, waiting]) await alice.call("POST", `/api/orders/${order.id}/cancellation`);
});
