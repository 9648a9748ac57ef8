import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { fillCard, pressPay } from "../support/paying.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const HOUR = "10:00";

for (const { clock, off } of [
  { clock: "16 minutes fast", off: 16 * MINUTE_MS },
  { clock: "16 minutes slow", off: -16 * MINUTE_MS },
  { clock: "a day fast", off: DAY_MS },
  { clock: "a day slow", off: -DAY_MS },
]) {
  test(`a phone in Tokyo whose clock is ${clock} books and pays by the clock of Zurich`, async ({ make, users }) => {
    const {
      users: made,
      providers: { salon },
    } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
    const { page, context } = await users.signedIn(made.alice, { timezoneId: "Asia/Tokyo" });
    await context.clock.install({ time: Date.now() + off });

    await page.goto(`/booking?providerId=${salon.id}`);
    const days = page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio");
    await expect(days.first()).toBeVisible();
    await expect
      .poll(() => days.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).slice(0, 2)))
      .toEqual([swissDay(), swissDay(1)]);
    await days.nth(1).check();
    await page.getByRole("radio", { name: new RegExp(`^${HOUR}`) }).check();
    await expect(page.getByText(`Tomorrow, ${HOUR}`).first()).toBeVisible();
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    await expect(page).toHaveURL(/\/checkout\//);
    // Fifteen minutes from the order, minus the test's own time.
    await expect(page.getByText(/Your place is held for 1[45]:\d\d/).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Tomorrow, ${HOUR}`, { useInnerText: true });
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(/\/tracking\//);
    await expect(page.getByText("Order Confirmed").first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Tomorrow, ${HOUR}`, { useInnerText: true });
  });
}
