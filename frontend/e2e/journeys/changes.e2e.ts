import { describe, expect } from "vitest";

import { clockIsRight, itIs } from "../support/clock";
import {
  ADDRESS_LINE,
  booksHour,
  cancelsUnpaid,
  freeHours,
  nameOf,
  pays,
  placesOrder,
  providersNear,
  providerWithHours,
  type Provider,
  type Slot,
} from "../support/orders";
import { DEMO, type Person } from "../support/person";
import { becomes, sees, seesNoMore, toast, words } from "../support/seeing";
import { test } from "../support/stage";
import { swissDay, swissInstant } from "../support/swiss-time";

const MINUTE_MS = 60_000;

async function demoProvider(person: Person): Promise<Provider> {
  const { providerId } = await person.signsIn(DEMO.provider);
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

describe("a paid order", () => {
  test("is cancelled after its price was named, and the money goes back", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 2)));

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await sees(dialog.getByText("Cancelling is free of charge. You get CHF 27.50 back on your card."));
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await toast(page, "Order Cancelled");
    await sees(page.getByText("CHF 27.50 refunded to your card"));
    await seesNoMore(page.getByRole("button", { name: "Cancel order" }));

    await page.goto("/history");
    const entry = page.locator("li").filter({ hasText: order.id.slice(-8) });
    expect(await words(entry)).toContain("Order Cancelled");
    for (const tab of ["Completed", "In Progress"]) {
      await page.getByRole("tab", { name: tab }).click();
      await sees(page.getByText("No orders found"));
    }
  });

  test("gets another pickup time", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.signsIn("selina.arnold@example.com");
    const provider = await providerWithHours(alice, 2);
    const order = await pays(alice, await placesOrder(alice, provider));
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
    expect(await toast(page, "Pickup time changed")).toContain(wanted.startTime);
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Order details" }) });
    await becomes(async () => (await words(details)).includes(wanted.startTime), true);
    const moved = await alice.call<{ pickupTime: string }>("GET", `/api/orders/${order.id}`);
    expect(new Date(moved.pickupTime)).toEqual(swissInstant(wanted.date, wanted.startTime));
  });

  test("is offered four weeks of hours, and of the day that runs none that has begun", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.signsIn("selina.arnold@example.com");
    const provider = await providerWithHours(alice, 1);
    const tomorrow = swissDay(1);
    const free = (await freeHours(alice, provider.id)).map(({ startTime }) => startTime).sort();
    const [early, late] = [free.at(0), free.at(-1)];
    if (early === undefined || late === undefined || early === late) throw new Error("Only one hour is free tomorrow.");
    const order = await pays(alice, await placesOrder(alice, provider, 3));
    try {
      await itIs(new Date(swissInstant(tomorrow, late).getTime() - MINUTE_MS), alice);
      await page.goto(`/tracking/${order.id}`);
      await page.getByRole("button", { name: "Change pickup time" }).click();
      const dialog = page.getByRole("dialog", { name: "Change pickup time" });
      const values = (name: string): Promise<string[]> => dialog.getByLabel(name).locator("option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      await dialog.getByLabel("Day").selectOption(tomorrow);
      expect((await values("Day")).at(-1)).toBeOneOf([26, 27, 28].map((days) => swissDay(days)));
      const times = await values("Time");
      expect(times).toContain(late);
      expect(times.filter((time) => time !== "" && time < late)).toEqual([]);
    } finally {
      clockIsRight();
    }
  });

  test("gets no pickup time that somebody else has taken: it is chosen no longer, and all days are offered", async ({ stage }) => {
    const alice = await stage.enters();
    const bruno = await stage.enters();
    const { page, watch } = alice;
    await alice.signsIn("selina.arnold@example.com");
    const { id } = await bruno.signsIn("david.moser@example.com");
    await cancelsUnpaid(bruno, id);
    const { provider, wanted } = await hourToFill(alice);
    const order = await pays(alice, await placesOrder(alice, provider));
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    await dialog.getByLabel("Day").selectOption(wanted.date);
    await dialog.getByLabel("Time").selectOption(wanted.startTime);

    for (let places = left(wanted); places > 0; places -= 1) await booksHour(bruno, provider, wanted);
    watch.expectAnswer(409, `/api/orders/${order.id}/reschedule`);
    await dialog.getByRole("button", { name: "Change pickup time" }).click();

    await sees(dialog.getByText(/Please choose another time\.$/));
    expect(await dialog.getByLabel("Time").inputValue()).toBe("");
    await becomes(async () => (await words(dialog.getByLabel("Time"))).includes(wanted.startTime), false);
    expect(await dialog.getByLabel("Day").locator("option").count()).toBeGreaterThan(3);
    expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({ pickupTime: order.pickupTime });
    await cancelsUnpaid(bruno, id);
  });

  test("gets another address, which stays", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.signsIn("selina.arnold@example.com");
    const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 2)));
    const elsewhere = "Weinbergstrasse 20, Zurich 8001";

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change address or note" }).click();
    const dialog = page.getByRole("dialog", { name: "Change address or note" });
    await dialog.getByLabel("Delivery address").fill(elsewhere);
    await dialog.getByRole("button", { name: "Save" }).click();
    await toast(page, "Order changed");
    await seesNoMore(dialog);
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Order details" }) });
    await sees(details.getByText(elsewhere));
    await page.reload();
    await sees(details.getByText(elsewhere));
    await sees(details.getByText(ADDRESS_LINE));
    expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({ pickupAddress: ADDRESS_LINE, deliveryAddress: elsewhere });
  });

  test("has a conversation that both sides follow live", async ({ stage }) => {
    const alice = await stage.enters();
    const bruno = await stage.enters();
    await alice.registers();
    const provider = await demoProvider(bruno);
    const order = await pays(alice, await placesOrder(alice, provider));

    await alice.page.goto(`/tracking/${order.id}`);
    await alice.page.getByRole("button", { name: "Message" }).click();
    const hers = alice.page.getByRole("dialog", { name: `Messages with ${provider.user.firstName}` });
    await sees(hers.getByText("No messages yet."));
    await bruno.page.goto("/provider");
    await bruno.page.locator("li").filter({ hasText: order.id.slice(-8) }).getByRole("button", { name: "Message" }).click();
    const his = bruno.page.getByRole("dialog", { name: "Messages with Alice" });

    await hers.getByLabel("Your message").fill("The door code is 12.");
    await hers.getByRole("button", { name: "Send" }).click();
    await sees(his.getByRole("log").getByText("The door code is 12."));
    await his.getByLabel("Your message").fill("<b>Thank you</b>");
    await his.getByRole("button", { name: "Send" }).click();
    await sees(hers.getByRole("log").getByText("<b>Thank you</b>"));
    expect(await hers.getByRole("log").locator("b").count()).toBe(0);
  });
});

describe("an operator", () => {
  test("moves an order on, and cancels another with everything refunded; the customer sees both live", async ({ stage }) => {
    const alice = await stage.enters();
    const dora = await stage.enters({ viewport: { width: 1280, height: 800 } });
    const { page } = alice;
    await alice.signsIn(DEMO.customer);
    await dora.signsIn(DEMO.operator);
    const provider = await providerWithHours(alice, 3);
    const moved = await pays(alice, await placesOrder(alice, provider));
    const cancelled = await pays(alice, await placesOrder(alice, provider));

    await page.goto(`/tracking/${moved.id}`);
    const status = page.locator("main [role=status]");
    await becomes(async () => (await words(status)).startsWith("Order Confirmed"), true);
    await opensOrder(dora, moved.id);
    await dora.page.getByRole("link", { name: "Start pickup" }).click();
    await sees(dora.page.getByText("The customer is told, and the timeline shows it."));
    await dora.page.getByRole("button", { name: "Start pickup" }).click();
    await becomes(() => words(status), `Pickup in Progress ${nameOf(provider)} is on the way`);

    await page.goto(`/tracking/${cancelled.id}`);
    await becomes(async () => (await words(status)).startsWith("Order Confirmed"), true);
    await opensOrder(dora, cancelled.id);
    await dora.page.getByRole("link", { name: "Cancel and refund" }).click();
    await sees(dora.page.getByText(/27\.50/));
    await dora.page.getByLabel("Reason").fill("The washing machine is broken");
    await dora.page.getByRole("button", { name: "Cancel and refund" }).click();
    await becomes(async () => (await words(status)).includes("CHF 27.50 refunded to your card"), true);
    await sees(page.getByText("Order Cancelled"));
    await sees(page.getByText("The order was cancelled by our support team: The washing machine is broken."));
  });
});

/** The order in the back office, found by the number that customers see. */
async function opensOrder({ page }: Person, orderId: string): Promise<void> {
  const number = orderId.slice(-8);
  await page.goto("/admin/");
  await page.goto(`/admin/orders/order/?q=${number}`);
  await page.getByRole("link", { name: number }).click();
}
