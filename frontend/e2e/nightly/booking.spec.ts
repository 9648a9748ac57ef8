import type { Locator } from "@playwright/test";

import { ADDRESS } from "../fixtures/orders.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

const EVENING = "21:00";

test.describe("booking", () => {
  test("offers the hours that can be booked, and no other", async ({ make, users }) => {
    const { providers } = await make({
      users: [{ ref: "alice" }],
      providers: [
        {
          ref: "salon",
          hours: [
            { from: "10:00", to: "13:00", capacity: 1 },
            { from: "15:00", to: "20:00" },
          ],
        },
      ],
      orders: [{ ref: "taken", customer: "alice", provider: "salon", pickup: { days: 1, time: "11:00" } }],
    });
    const { page } = await users.visitor();

    await page.goto(`/booking?providerId=${providers.salon.id}`);
    // Late in the evening today is not offered any more.
    const days = page.getByRole("group", { name: "Preferred pickup date" });
    await days.locator(`input[value="${swissDay(1)}"]`).check();
    const hours = page.getByRole("group", { name: "Preferred pickup time" });
    const values = (inputs: Locator): Promise<string[]> =>
      inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    await expect
      .poll(() => values(hours.getByRole("radio")))
      .toEqual(["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00"]);
    await expect
      .poll(() => values(hours.locator("input:enabled")))
      .toEqual(["10:00", "12:00", "15:00", "16:00", "17:00"]);
  });

  test("a fourth unpaid order is refused, with the way to the three", async ({ make, users }) => {
    const unpaid = {
      customer: "alice",
      provider: "salon",
      status: "pending",
      pickup: { days: 2, time: "10:00" },
    } as const;
    const { users: made, providers } = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: [
        { ref: "first", ...unpaid },
        { ref: "second", ...unpaid },
        { ref: "third", ...unpaid },
      ],
    });
    const { page, pageErrors } = await users.signedIn(made.alice);

    await page.goto(`/booking?providerId=${providers.salon.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    pageErrors.expectResponse(409, "/api/orders");
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(toast(page, "Error")).toBeVisible();
    await page.getByRole("link", { name: "See your unpaid orders" }).click();
    await expect(page).toHaveURL("/history");
    await expect(page.getByRole("link", { name: "Pay now" })).toHaveCount(3);
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
    // The page makes both requests at once, so either response may be first.
    const slots = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/time-slots");
    await page.goto(`/booking?providerId=${nobody}`);
    await expect(page.getByText("This provider is not available").first()).toBeVisible();
    await slots;
  });

  test("in the evening today is over, and the first free hour of tomorrow is chosen", async ({
    make,
    users,
    clock,
  }) => {
    const { providers } = await make({ providers: [{ ref: "salon", hours: [{ from: "10:00" }] }] });
    const visitor = await users.visitor();
    const { page } = visitor;
    const evening = swissInstant(swissDay(), EVENING);
    if (evening.getTime() > Date.now()) await clock.set(evening, visitor);
    await page.goto(`/booking?providerId=${providers.salon.id}`);
    const days = page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio");
    await expect(days.first()).toBeVisible();
    await expect(days.first()).toBeDisabled();
    await expect(days.nth(1)).toBeChecked();
    const chosen = page.getByRole("group", { name: "Preferred pickup time" }).locator("input:checked");
    await expect(chosen).toHaveValue("10:00");
    await expect(page.getByText("Tomorrow, 10:00").first()).toBeVisible();
  });
});
