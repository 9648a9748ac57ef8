import { ADDRESS_LINE, cancelUnpaid, freeHours, nameOf, payOrder, placeOrder, placeOrderAt, type Provider, providersNear, providerWithHours, type Slot } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

const MINUTE_MS = 60_000;

async function demoProvider(person: Person): Promise<Provider> {
  const { providerId } = await person.signIn(DEMO.provider);
  const provider = (await providersNear(person)).find(({ id }) => id === providerId);
  if (provider === undefined) throw new Error("The demo provider is not on home.");
  return provider;
}

const left = ({ maxBookings, currentBookings }: Slot): number => maxBookings - currentBookings;

/** Somebody near 8001, and an hour of theirs in the days to come that one person can fill: three orders may wait for their payment. */
async function hourToFill(person: Person): Promise<{ provider: Provider; wanted: Slot }> {
  for (const provider of await providersNear(person)) {
    const wanted = (await freeHours(person, provider.id, 8, 14)).at(-1);
    if (wanted !== undefined && left(wanted) <= 3) return { provider, wanted };
  }
  throw new Error("Every hour has more than three places left.");
}

test.describe("a paid order", () => {
  test("is cancelled after its price was named, and the money goes back", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.register();
    const order = await payOrder(alice, await placeOrder(alice, await providerWithHours(alice, 2)));

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(dialog.getByText("Cancelling is free of charge. You get CHF 27.50 back on your card.").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(toast(page, "Order Cancelled")).toBeVisible();
    await expect(page.getByText("CHF 27.50 refunded to your card").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel order" })).toBeHidden();

    await page.goto("/history");
    const entry = page.locator("li").filter({ hasText: order.id.slice(-8) });
    await expect(entry).toContainText("Order Cancelled", { useInnerText: true });
    for (const tab of ["Completed", "In Progress"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByText("No orders found").first()).toBeVisible();
    }
  });

  test("gets another pickup time", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.signIn("selina.arnold@example.com");
    const provider = await providerWithHours(alice, 2);
    const order = await payOrder(alice, await placeOrder(alice, provider));
    const [wanted] = (await freeHours(alice, provider.id, 2, 9)).filter(
      ({ date, startTime }) => swissInstant(date, startTime).toISOString() !== new Date(order.pickupTime).toISOString(),
    );
    if (wanted === undefined) throw new Error("No other hour is free.");

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    await dialog.getByLabel("Day").selectOption(wanted.date);
    await dialog.getByLabel("Time").selectOption(wanted.startTime);
    await dialog.getByRole("button", { name: "Change pickup time" }).click();
    await expect(toast(page, "Pickup time changed")).toContainText(wanted.startTime, { useInnerText: true });
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Order details" }) });
    await expect(details).toContainText(wanted.startTime, { useInnerText: true });
    const moved = await alice.call<{ pickupTime: string }>("GET", `/api/orders/${order.id}`);
    expect(new Date(moved.pickupTime)).toEqual(swissInstant(wanted.date, wanted.startTime));
  });

  test("is offered four weeks of hours, and of the day that runs none that has begun", async ({ users, clock }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.signIn("selina.arnold@example.com");
    const provider = await providerWithHours(alice, 1);
    const tomorrow = swissDay(1);
    const free = (await freeHours(alice, provider.id)).map(({ startTime }) => startTime).sort();
    const [early, late] = [free.at(0), free.at(-1)];
    if (early === undefined || late === undefined || early === late) throw new Error("Only one hour is free tomorrow.");
    const order = await payOrder(alice, await placeOrder(alice, provider, 3));
    await clock.set(new Date(swissInstant(tomorrow, late).getTime() - MINUTE_MS), alice);
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    const values = (name: string): Promise<string[]> => dialog.getByLabel(name).locator("option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    await dialog.getByLabel("Day").selectOption(tomorrow);
    expect([26, 27, 28].map((days) => swissDay(days))).toContain((await values("Day")).at(-1));
    const times = await values("Time");
    expect(times).toContain(late);
    expect(times.filter((time) => time !== "" && time < late)).toEqual([]);
  });

  test("gets no pickup time that somebody else has taken: it is chosen no longer, and all days are offered", async ({ users }) => {
    const alice = await users.visitor();
    const bruno = await users.visitor();
    const { page, pageErrors } = alice;
    await alice.signIn("selina.arnold@example.com");
    const { id } = await bruno.signIn("david.moser@example.com");
    await cancelUnpaid(bruno, id);
    const { provider, wanted } = await hourToFill(alice);
    const order = await payOrder(alice, await placeOrder(alice, provider));
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    await dialog.getByLabel("Day").selectOption(wanted.date);
    await dialog.getByLabel("Time").selectOption(wanted.startTime);

    for (let places = left(wanted); places > 0; places -= 1) await placeOrderAt(bruno, provider, wanted);
    pageErrors.expectResponse(409, `/api/orders/${order.id}/reschedule`);
    await dialog.getByRole("button", { name: "Change pickup time" }).click();

    await expect(dialog.getByText(/Please choose another time\.$/).first()).toBeVisible();
    await expect(dialog.getByLabel("Time")).toHaveValue("");
    await expect(dialog.getByLabel("Time")).not.toContainText(wanted.startTime, { useInnerText: true });
    await expect.poll(() => dialog.getByLabel("Day").locator("option").count()).toBeGreaterThan(3);
    expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({ pickupTime: order.pickupTime });
    await cancelUnpaid(bruno, id);
  });

  test("gets another address, which stays", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.signIn("selina.arnold@example.com");
    const order = await payOrder(alice, await placeOrder(alice, await providerWithHours(alice, 2)));
    const elsewhere = "Weinbergstrasse 20, Zurich 8001";

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change address or note" }).click();
    const dialog = page.getByRole("dialog", { name: "Change address or note" });
    await dialog.getByLabel("Delivery address").fill(elsewhere);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Order changed")).toBeVisible();
    await expect(dialog.first()).toBeHidden();
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Order details" }) });
    await expect(details.getByText(elsewhere).first()).toBeVisible();
    await page.reload();
    await expect(details.getByText(elsewhere).first()).toBeVisible();
    await expect(details.getByText(ADDRESS_LINE).first()).toBeVisible();
    expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({ pickupAddress: ADDRESS_LINE, deliveryAddress: elsewhere });
  });

  test("has a conversation that both sides follow live", async ({ users }) => {
    const alice = await users.visitor();
    const bruno = await users.visitor();
    await alice.register();
    const provider = await demoProvider(bruno);
    const order = await payOrder(alice, await placeOrder(alice, provider));

    await alice.page.goto(`/tracking/${order.id}`);
    await alice.page.getByRole("button", { name: "Message" }).click();
    const hers = alice.page.getByRole("dialog", { name: `Messages with ${provider.user.firstName}` });
    await expect(hers.getByText("No messages yet.").first()).toBeVisible();
    await bruno.page.goto("/provider");
    await bruno.page.locator("li").filter({ hasText: order.id.slice(-8) }).getByRole("button", { name: "Message" }).click();
    const his = bruno.page.getByRole("dialog", { name: "Messages with Alice" });

    await hers.getByLabel("Your message").fill("The door code is 12.");
    await hers.getByRole("button", { name: "Send" }).click();
    await expect(his.getByRole("log").getByText("The door code is 12.").first()).toBeVisible();
    await his.getByLabel("Your message").fill("<b>Thank you</b>");
    await his.getByRole("button", { name: "Send" }).click();
    await expect(hers.getByRole("log").getByText("<b>Thank you</b>").first()).toBeVisible();
    await expect(hers.getByRole("log").locator("b")).toHaveCount(0);
  });
});

test.describe("an operator", () => {
  test("moves an order on, and cancels another with everything refunded; the customer sees both live", async ({ users }) => {
    const alice = await users.visitor();
    const dora = await users.visitor({ viewport: { width: 1280, height: 800 } });
    const { page } = alice;
    await alice.signIn(DEMO.customer);
    await dora.signIn(DEMO.operator);
    const provider = await providerWithHours(alice, 3);
    const moved = await payOrder(alice, await placeOrder(alice, provider));
    const cancelled = await payOrder(alice, await placeOrder(alice, provider));

    await page.goto(`/tracking/${moved.id}`);
    const status = page.locator("main [role=status]");
    await expect(status).toHaveText(/^\s*Order Confirmed/, { useInnerText: true });
    await openOrder(dora, moved.id);
    await dora.page.getByRole("link", { name: "Start pickup" }).click();
    await expect(dora.page.getByText("The customer is told, and the timeline shows it.").first()).toBeVisible();
    await dora.page.getByRole("button", { name: "Start pickup" }).click();
    await expect(status).toHaveText(`Pickup in Progress ${nameOf(provider)} is on the way`, { useInnerText: true });

    await page.goto(`/tracking/${cancelled.id}`);
    await expect(status).toHaveText(/^\s*Order Confirmed/, { useInnerText: true });
    await openOrder(dora, cancelled.id);
    await dora.page.getByRole("link", { name: "Cancel and refund" }).click();
    await expect(dora.page.getByText(/27\.50/).first()).toBeVisible();
    await dora.page.getByLabel("Reason").fill("The washing machine is broken");
    await dora.page.getByRole("button", { name: "Cancel and refund" }).click();
    await expect(status).toContainText("CHF 27.50 refunded to your card", { useInnerText: true });
    await expect(page.getByText("Order Cancelled").first()).toBeVisible();
    await expect(page.getByText("The order was cancelled by our support team: The washing machine is broken.").first()).toBeVisible();
  });
});

/** The order in the back office, found by the number that customers see. */
async function openOrder({ page }: Person, orderId: string): Promise<void> {
  const number = orderId.slice(-8);
  await page.goto("/admin/");
  await page.goto(`/admin/orders/order/?q=${number}`);
  await page.getByRole("link", { name: number }).click();
}
