import { ADDRESS, placeOrderAt } from "../fixtures/orders.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;
/** Twice the 20 s after which unpaid orders are looked for again. */
const SWEPT_MS = 40_000;

test.describe("booking", () => {
  test("an hour that filled up meanwhile says so, keeps the form and can be replaced", async ({ make, users }) => {
    const { users: made, providers } = await make({
      users: [{ ref: "alice" }, { ref: "chiara", firstName: "Chiara" }],
      providers: [{ ref: "salon", hours: [{ capacity: 1 }] }],
    });
    const { page, pageErrors } = await users.signedIn(made.alice);
    const chiara = await users.signedIn(made.chiara);

    await page.goto(`/booking?providerId=${providers.salon.id}&service=ironing`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    const hour = page.getByRole("radio", { name: /^17:00/ });
    await hour.check();
    await placeOrderAt(chiara, providers.salon, { date: swissDay(1), startTime: "17:00" });
    pageErrors.expectResponse(409, "/api/orders");
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    await expect(toast(page, "Error")).toHaveText(/^\s*Error\s*\S/, { useInnerText: true });
    await expect(hour).toBeDisabled();
    await expect(page.locator("label").filter({ has: hour })).toHaveText("17:00 Full", { useInnerText: true });
    await expect(page.getByRole("radio", { name: /Ironing only/ })).toBeChecked();
    await expect(page.getByLabel("Street address")).toHaveValue(ADDRESS.street);

    const group = page.getByRole("group", { name: "Preferred pickup time" });
    await group.locator("input:enabled").first().check();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page).toHaveURL(/\/checkout\//);
  });

  test("keeps the service that was chosen among the services", async ({ make, users }) => {
    const { providers } = await make({ providers: [{ ref: "salon" }] });
    const { page } = await users.visitor();
    await page.goto("/services");
    await page.getByRole("link", { name: /^Book.*Ironing only$/ }).click();
    await expect(page).toHaveURL("/booking?service=ironing");
    await page.getByRole("link", { name: `Book Now with ${providers.salon.name}` }).click();
    await expect(page).toHaveURL(`/booking?providerId=${providers.salon.id}&service=ironing`);
    await expect(page.getByRole("radio", { name: /Ironing only/, checked: true })).toBeVisible();
  });
});

test.describe("as time goes by", () => {
  test("a reservation that was not paid in fifteen minutes is free again, and can be booked anew", async ({
    make,
    users,
    clock,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: [
        { ref: "order", customer: "alice", provider: "salon", status: "pending", pickup: { days: 2, time: "10:00" } },
      ],
    });
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    await clock.set(new Date(Date.now() + QUARTER_HOUR_MS + MINUTE_MS), alice);
    await page.goto(`/checkout/${order.id}`);
    await expect(page.getByText(/Your place is no longer held|This order was cancelled/).first()).toBeVisible();
    await page.getByRole("link", { name: "Book again" }).click({ timeout: SWEPT_MS });
    await expect(page).toHaveURL(`/booking?providerId=${order.providerId}&again=${order.id}`);
    await page.goto("/history");
    await expect(page.getByText("Order Cancelled").first()).toBeVisible({ timeout: SWEPT_MS });
  });

  test("half an hour before pickup cancelling costs the late fee, and says so before", async ({
    make,
    users,
    clock,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon", lateFeePercent: 50 }],
      orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 1, time: "10:00" } }],
    });
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    await clock.set(new Date(new Date(order.pickupTime).getTime() - HALF_HOUR_MS), alice);
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(
      dialog
        .getByText(
          "It is too late to cancel free of charge: CHF 12.50 is kept for the provider. You get CHF 15.00 back.",
        )
        .first(),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(page.getByText("CHF 15.00 refunded").first()).toBeVisible();
  });
});
