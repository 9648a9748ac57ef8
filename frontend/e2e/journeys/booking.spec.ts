import { ADDRESS, ADDRESS_LINE, freeHours, payOrder, placeOrder, type Provider, providerWithHours } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { toast } from "../support/page.ts";

const EVENING = "21:00";
// A customer may hold that many places unpaid.
const MOST_UNPAID = 3;
const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Takes every place that is left in an hour, with as many customers as that needs. */
async function fillUp(users: Users, provider: Provider, { date, startTime, places }: { date: string; startTime: string; places: number }): Promise<void> {
  const customers: Person[] = [];
  for (let place = 0; place < places; place += 1) {
    if (place % MOST_UNPAID === 0) {
      customers.push(await users.visitor());
      await customers.at(-1)?.register("Chiara");
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

test.describe("booking", () => {
  test("an hour that filled up meanwhile says so, keeps the form and can be replaced", async ({ users }) => {
    const alice = await users.visitor();
    const { page, pageErrors } = alice;
    await alice.register();
    const provider = await providerWithHours(alice, 5);
    const hours = (await freeHours(alice, provider.id)).map((slot) => ({ ...slot, places: slot.maxBookings - slot.currentBookings }));
    const scarce = hours.at(-1);
    if (scarce === undefined) throw new Error("The provider has no free hour tomorrow.");

    await page.goto(`/booking?providerId=${provider.id}&service=ironing`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    const hour = page.getByRole("radio", { name: new RegExp(`^${scarce.startTime}`) });
    await hour.check();
    await fillUp(users, provider, scarce);
    pageErrors.expectResponse(409, "/api/orders");
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    await expect(toast(page, "Error")).toHaveText(/^\s*Error\s*\S/, { useInnerText: true });
    await expect(hour).toBeDisabled();
    await expect(page.locator("label").filter({ has: hour })).toHaveText(`${scarce.startTime} Full`, { useInnerText: true });
    await expect(page.getByRole("radio", { name: /Ironing Only/ })).toBeChecked();
    await expect(page.getByLabel("Street address")).toHaveValue(ADDRESS.street);

    const group = page.getByRole("group", { name: "Preferred pickup time" });
    await group.locator("input:enabled").first().check();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page).toHaveURL(/\/checkout\//);
  });

  test("offers the hours that can be booked, and no other", async ({ users }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    const provider = await providerWithHours(visitor, 1);
    const free = new Set((await freeHours(visitor, provider.id)).map(({ startTime }) => startTime));

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    const hours = page.getByRole("group", { name: "Preferred pickup time" });
    const all = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00"];
    await expect.poll(() => hours.getByRole("radio").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual(all);
    const enabled = await hours.locator("input:enabled").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(enabled).toEqual(all.filter((time) => free.has(time)));
  });

  test("a fourth unpaid order is refused, with the way to the three", async ({ users }) => {
    const alice = await users.visitor();
    const { page, pageErrors } = alice;
    await alice.register();
    const provider = await providerWithHours(alice, 7);
    for (let order = 0; order < 3; order += 1) await placeOrder(alice, provider, 2);

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    pageErrors.expectResponse(409, "/api/orders");
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(toast(page, "Error")).toBeVisible();
    await page.getByRole("link", { name: "See your unpaid orders" }).click();
    await expect(page).toHaveURL("/history");
    await expect(page.getByRole("link", { name: "Pay now" })).toHaveCount(3);
  });

  test("keeps the service that was chosen among the services", async ({ users }) => {
    const { page } = await users.visitor();
    await page.goto("/services");
    await page.getByRole("link", { name: /^Book.*Ironing Only$/ }).click();
    await expect(page).toHaveURL("/booking?service=ironing");
    await page.getByRole("article").first().getByRole("link", { name: /^Book Now/ }).click();
    await expect(page).toHaveURL(/\/booking\?providerId=[^&]+&service=ironing/);
    await expect(page.getByRole("radio", { name: /Ironing Only/, checked: true }).first()).toBeVisible();
  });

  test("without a provider leads back home, and so does one that does not exist", async ({ users }) => {
    const { page, pageErrors } = await users.visitor();
    await page.goto("/booking");
    await expect(page.getByText("No provider selected").first()).toBeVisible();
    await expect(page.getByText("Please select a provider first").first()).toBeVisible();
    await page.getByRole("link", { name: "Go Back Home" }).click();
    await expect(page).toHaveURL("/");

    const nobody = "00000000-0000-4000-8000-000000000000";
    pageErrors.expectResponse(404, `/api/providers/details/${nobody}`);
    pageErrors.expectResponse(404, "/api/time-slots");
    // The page asks for both at once; either answer may be the first.
    const slots = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/time-slots");
    await page.goto(`/booking?providerId=${nobody}`);
    await expect(page.getByText("This provider is not available").first()).toBeVisible();
    await slots;
  });
});

test.describe("as time goes by", () => {
  test("in the evening today is over, and the first free hour of tomorrow is chosen", async ({ users, clock }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    const bruno = await users.visitor();
    const { providerId } = await bruno.signIn(DEMO.provider);
    const [first] = (await freeHours(visitor, providerId ?? "")).sort((one, other) => one.startTime.localeCompare(other.startTime));
    const evening = swissInstant(swissDay(), EVENING);
    if (evening.getTime() > Date.now()) await clock.set(evening, visitor);
    await page.goto(`/booking?providerId=${providerId ?? ""}`);
    const days = page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio");
    await expect(days.first()).toBeVisible();
    await expect(days.first()).toBeDisabled();
    await expect(days.nth(1)).toBeChecked();
    const chosen = page.getByRole("group", { name: "Preferred pickup time" }).locator("input:checked");
    await expect(chosen).toHaveValue(first?.startTime ?? "");
    await expect(page.getByText(`Tomorrow, ${first?.startTime ?? ""}`).first()).toBeVisible();
  });

  test("a place that was not paid in fifteen minutes is free again, and can be booked anew", async ({ users, clock }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.register();
    const provider = await providerWithHours(alice, 7);
    const order = await placeOrder(alice, provider);
    await clock.set(new Date(Date.now() + QUARTER_HOUR_MS + MINUTE_MS), alice);
    await page.goto(`/checkout/${order.id}`);
    await expect(page.getByText(/Your place is no longer held|This order was cancelled/).first()).toBeVisible();
    await page.getByRole("link", { name: "Book again" }).click();
    await expect(page).toHaveURL(`/booking?providerId=${provider.id}&again=${order.id}`);
    await page.goto("/history");
    await expect(page.getByText("Order Cancelled").first()).toBeVisible();
  });

  test("half an hour before pickup cancelling costs the late fee, and says so before", async ({ users, clock }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.register();
    const provider = await providerWithHours(alice, 5);
    const order = await payOrder(alice, await placeOrder(alice, provider));
    await clock.set(new Date(new Date(order.pickupTime).getTime() - HALF_HOUR_MS), alice);
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(dialog.getByText("It is too late to cancel free of charge: CHF 12.50 is kept for the provider. You get CHF 15.00 back on your card.").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(page.getByText("CHF 15.00 refunded to your card").first()).toBeVisible();
  });
});
