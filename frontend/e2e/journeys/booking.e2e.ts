import { describe, expect } from "vitest";

import { clockIsRight, itIs } from "../support/clock";
import { ADDRESS, ADDRESS_LINE, freeHours, pays, placesOrder, providerWithHours, type Provider } from "../support/orders";
import { DEMO, type Person } from "../support/person";
import { arrivesAt, becomes, sees, toast, words } from "../support/seeing";
import { test, type Stage } from "../support/stage";
import { swissDay, swissInstant } from "../support/swiss-time";

const EVENING = "21:00";
// A customer may hold that many places unpaid.
const MOST_UNPAID = 3;
const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Takes every place that is left in an hour, with as many customers as that needs. */
async function fillsUp(stage: Stage, provider: Provider, { date, startTime, places }: { date: string; startTime: string; places: number }): Promise<void> {
  const customers: Person[] = [];
  for (let place = 0; place < places; place += 1) {
    if (place % MOST_UNPAID === 0) {
      customers.push(await stage.enters());
      await customers.at(-1)?.registers("Chiara");
    }
    await customers.at(-1)?.call("POST", "/api/orders", {
      providerId: provider.id,
      serviceType: "ironing",
      weight: "10.0",
      pickupAddress: ADDRESS_LINE,
      deliveryAddress: ADDRESS_LINE,
      pickupTime: swissInstant(date, startTime).toISOString(),
      specialInstructions: "",
    });
  }
}

describe("booking", () => {
  test("an hour that filled up meanwhile says so, keeps the form and can be replaced", async ({ stage }) => {
    const alice = await stage.enters();
    const { page, watch } = alice;
    await alice.registers();
    const provider = await providerWithHours(alice, 5);
    const hours = (await freeHours(alice, provider.id)).map((slot) => ({ ...slot, places: slot.maxBookings - slot.currentBookings }));
    const scarce = hours.at(-1);
    if (scarce === undefined) throw new Error("The provider has no free hour tomorrow.");

    await page.goto(`/booking?providerId=${provider.id}&service=ironing`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    const hour = page.getByRole("radio", { name: new RegExp(`^${scarce.startTime}`) });
    await hour.check();
    await fillsUp(stage, provider, scarce);
    watch.expectAnswer(409, "/api/orders");
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    expect((await toast(page, "Error")).length).toBeGreaterThan("Error".length);
    await becomes(() => hour.isDisabled(), true);
    expect(await words(page.locator("label").filter({ has: hour }))).toBe(`${scarce.startTime} Full`);
    expect(await page.getByRole("radio", { name: /Ironing Only/ }).isChecked()).toBe(true);
    expect(await page.getByLabel("Street address").inputValue()).toBe(ADDRESS.street);

    const group = page.getByRole("group", { name: "Preferred pickup time" });
    await group.locator("input:enabled").first().check();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await arrivesAt(page, /^\/checkout\//);
  });

  test("offers the hours that can be booked, and no other", async ({ stage }) => {
    const visitor = await stage.enters();
    const { page } = visitor;
    const provider = await providerWithHours(visitor, 1);
    const free = new Set((await freeHours(visitor, provider.id)).map(({ startTime }) => startTime));

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    const hours = page.getByRole("group", { name: "Preferred pickup time" });
    const all = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00"];
    expect(await hours.getByRole("radio").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual(all);
    const enabled = await hours.locator("input:enabled").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(enabled).toEqual(all.filter((time) => free.has(time)));
  });

  test("a fourth unpaid order is refused, with the way to the three", async ({ stage }) => {
    const alice = await stage.enters();
    const { page, watch } = alice;
    await alice.registers();
    const provider = await providerWithHours(alice, 7);
    for (let order = 0; order < 3; order += 1) await placesOrder(alice, provider, 2);

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    watch.expectAnswer(409, "/api/orders");
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await toast(page, "Error");
    await page.getByRole("link", { name: "See your unpaid orders" }).click();
    await arrivesAt(page, "/history");
    await becomes(() => page.getByRole("link", { name: "Pay now" }).count(), 3);
  });

  test("keeps the service that was chosen among the services", async ({ stage }) => {
    const { page } = await stage.enters();
    await page.goto("/services");
    await page.getByRole("link", { name: /^Book.*Ironing Only$/ }).click();
    await arrivesAt(page, "/booking?service=ironing");
    await page.getByRole("article").first().getByRole("link", { name: /^Book Now/ }).click();
    await arrivesAt(page, /^\/booking\?providerId=[^&]+&service=ironing/);
    await sees(page.getByRole("radio", { name: /Ironing Only/, checked: true }));
  });

  test("without a provider leads back home, and so does one that does not exist", async ({ stage }) => {
    const { page, watch } = await stage.enters();
    await page.goto("/booking");
    await sees(page.getByText("No provider selected"));
    await sees(page.getByText("Please select a provider first"));
    await page.getByRole("link", { name: "Go Back Home" }).click();
    await arrivesAt(page, "/");

    const nobody = "00000000-0000-4000-8000-000000000000";
    watch.expectAnswer(404, `/api/providers/details/${nobody}`);
    watch.expectAnswer(404, "/api/time-slots");
    // The page asks for both at once; either answer may be the first.
    const slots = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/time-slots");
    await page.goto(`/booking?providerId=${nobody}`);
    await sees(page.getByText("This provider is not available"));
    await slots;
  });
});

describe("as time goes by", () => {
  test("in the evening today is over, and the first free hour of tomorrow is chosen", async ({ stage }) => {
    const visitor = await stage.enters();
    const { page } = visitor;
    const bruno = await stage.enters();
    const { providerId } = await bruno.signsIn(DEMO.provider);
    const [first] = (await freeHours(visitor, providerId ?? "")).sort((one, other) => one.startTime.localeCompare(other.startTime));
    const evening = swissInstant(swissDay(), EVENING);
    try {
      if (evening.getTime() > Date.now()) await itIs(evening, visitor);
      await page.goto(`/booking?providerId=${providerId ?? ""}`);
      const days = page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio");
      await sees(days);
      expect(await days.first().isDisabled()).toBe(true);
      expect(await days.nth(1).isChecked()).toBe(true);
      const chosen = page.getByRole("group", { name: "Preferred pickup time" }).locator("input:checked");
      expect(await chosen.inputValue()).toBe(first?.startTime);
      await sees(page.getByText(`Tomorrow, ${first?.startTime ?? ""}`));
    } finally {
      clockIsRight();
    }
  });

  test("a place that was not paid in fifteen minutes is free again, and can be booked anew", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    const provider = await providerWithHours(alice, 7);
    const order = await placesOrder(alice, provider);
    try {
      await itIs(new Date(Date.now() + QUARTER_HOUR_MS + MINUTE_MS), alice);
      await page.goto(`/checkout/${order.id}`);
      await sees(page.getByText(/Your place is no longer held|This order was cancelled/));
      await page.getByRole("link", { name: "Book again" }).click();
      await arrivesAt(page, `/booking?providerId=${provider.id}&again=${order.id}`);
      await page.goto("/history");
      await sees(page.getByText("Order Cancelled"));
    } finally {
      clockIsRight();
    }
  });

  test("half an hour before pickup cancelling costs the late fee, and says so before", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    const provider = await providerWithHours(alice, 5);
    const order = await pays(alice, await placesOrder(alice, provider));
    try {
      await itIs(new Date(new Date(order.pickupTime).getTime() - HALF_HOUR_MS), alice);
      await page.goto(`/tracking/${order.id}`);
      await page.getByRole("button", { name: "Cancel order" }).click();
      const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
      await sees(dialog.getByText("It is too late to cancel free of charge: CHF 12.50 is kept for the provider. You get CHF 15.00 back on your card."));
      await dialog.getByRole("button", { name: "Cancel order" }).click();
      await sees(page.getByText("CHF 15.00 refunded to your card"));
    } finally {
      clockIsRight();
    }
  });
});
