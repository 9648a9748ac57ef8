import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS, freeHours, providerWithHours } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { fillCard, pressPay } from "../support/paying.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

for (const { clock, off, nth } of [
  { clock: "16 minutes fast", off: 16 * MINUTE_MS, nth: 2 },
  { clock: "16 minutes slow", off: -16 * MINUTE_MS, nth: 3 },
  { clock: "a day fast", off: DAY_MS, nth: 4 },
  { clock: "a day slow", off: -DAY_MS, nth: 5 },
]) {
  test(`a phone in Tokyo whose clock is ${clock} books and pays by the clock of Zurich`, async ({ users }) => {
    const alice = await users.visitor({ timezoneId: "Asia/Tokyo" });
    const { page } = alice;
    await alice.context.clock.install({ time: Date.now() + off });
    await alice.signIn(DEMO.customer);
    const provider = await providerWithHours(alice, nth);
    const [free] = await freeHours(alice, provider.id);
    if (free === undefined) throw new Error("No hour is free tomorrow.");

    await page.goto(`/booking?providerId=${provider.id}`);
    const days = page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio");
    await expect(days.first()).toBeVisible();
    await expect.poll(() => days.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).slice(0, 2))).toEqual([swissDay(), swissDay(1)]);
    await days.nth(1).check();
    await page.getByRole("radio", { name: new RegExp(`^${free.startTime}`) }).check();
    await expect(page.getByText(`Tomorrow, ${free.startTime}`).first()).toBeVisible();
    const street = page.getByLabel("Street address");
    if ((await street.inputValue()) === "") await street.fill(ADDRESS.street);
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    await expect(page).toHaveURL(/\/checkout\//);
    // Fifteen minutes from the order on, give or take what the machine needs.
    await expect(page.getByText(/Your place is held for 1[45]:\d\d/).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Tomorrow, ${free.startTime}`, { useInnerText: true });
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(/\/tracking\//);
    await expect(page.getByText("Order Confirmed").or(page.getByText("Waiting for provider confirmation")).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`Tomorrow, ${free.startTime}`, { useInnerText: true });
  });
}
