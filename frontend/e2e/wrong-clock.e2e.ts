import { expect } from "vitest";

import { CARDS } from "./support/cards";
import { ADDRESS, freeHours, providerWithHours } from "./support/orders";
import { fillsCard, presses } from "./support/paying";
import { DEMO } from "./support/person";
import { arrivesAt, sees, words } from "./support/seeing";
import { test } from "./support/stage";
import { swissDay } from "./support/swiss-time";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

test.for([
  { clock: "16 minutes fast", off: 16 * MINUTE_MS, nth: 2 },
  { clock: "16 minutes slow", off: -16 * MINUTE_MS, nth: 3 },
  { clock: "a day fast", off: DAY_MS, nth: 4 },
  { clock: "a day slow", off: -DAY_MS, nth: 5 },
])("a phone in Tokyo whose clock is $clock books and pays by the clock of Zurich", async ({ off, nth }, { stage }) => {
  const alice = await stage.enters({ timezoneId: "Asia/Tokyo" });
  const { page } = alice;
  await alice.context.clock.install({ time: Date.now() + off });
  await alice.signsIn(DEMO.customer);
  const provider = await providerWithHours(alice, nth);
  const [free] = await freeHours(alice, provider.id);
  if (free === undefined) throw new Error("No hour is free tomorrow.");

  await page.goto(`/booking?providerId=${provider.id}`);
  const days = page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio");
  await sees(days);
  expect(await days.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).slice(0, 2))).toEqual([swissDay(), swissDay(1)]);
  await days.nth(1).check();
  await page.getByRole("radio", { name: new RegExp(`^${free.startTime}`) }).check();
  await sees(page.getByText(`Tomorrow, ${free.startTime}`));
  const street = page.getByLabel("Street address");
  if ((await street.inputValue()) === "") await street.fill(ADDRESS.street);
  await page.getByRole("button", { name: "Confirm Booking" }).click();

  await arrivesAt(page, /^\/checkout\//);
  // Fifteen minutes from the order on, give or take what the machine needs.
  await sees(page.getByText(/Your place is held for 1[45]:\d\d/));
  expect(await words(page.getByRole("main"))).toContain(`Tomorrow, ${free.startTime}`);
  await fillsCard(page, CARDS.succeeds);
  await presses(page, "27.50");
  await arrivesAt(page, /^\/tracking\//);
  await sees(page.getByText("Order Confirmed").or(page.getByText("Waiting for provider confirmation")));
  expect(await words(page.getByRole("main"))).toContain(`Tomorrow, ${free.startTime}`);
});
