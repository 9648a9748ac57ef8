import type { Page } from "@playwright/test";

import type { Provider, Slot } from "../fixtures/orders.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectNoOverflow, openPage, WINDOWS } from "../support/overflow.ts";
import { waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";

/** The forms of a next free time: a word for the day, and with the year, the longest. */
const TIMES = [
  { daysAhead: 1, says: "Tomorrow, 08:00" },
  { daysAhead: 400, says: /\w{3} \d{1,2} \w{3} \d{4}, 08:00/ },
];
const HOURS = ["08", "09", "10", "11", "12", "13"];

/** Makes everybody accept manually, and be free first at 08:00 on that day. */
async function isFreeOn(page: Page, day: string): Promise<void> {
  const nextFreeTimes = HOURS.map((hour) => swissInstant(day, `${hour}:00`).toISOString());
  const free = { nextFreeAt: nextFreeTimes[0], acceptsInstantly: false };
  await page.route(/\/api\/providers\/\d{4}$/, async (route) => {
    const listed = (await (await route.fetch()).json()) as Provider[];
    await route.fulfill({ json: listed.map((provider) => ({ ...provider, ...free })) });
  });
  await page.route("**/api/providers/details/*", async (route) => {
    const provider = (await (await route.fetch()).json()) as Provider;
    await route.fulfill({ json: { ...provider, ...free, nextFreeTimes } });
  });
  await page.route("**/api/time-slots?*", async (route) => {
    const slots = (await (await route.fetch()).json()) as Slot[];
    await route.fulfill({
      json: slots.map((slot) => ({ ...slot, isAvailable: false, currentBookings: slot.maxBookings })),
    });
  });
}

for (const { daysAhead, says } of TIMES) {
  test(`a next free time has room on every page that tells it: ${says}`, async ({ make, users }) => {
    const { providers: made } = await make({ providers: [{ ref: "salon" }] });
    const { id } = made.salon;
    const { page } = await users.visitor();
    await isFreeOn(page, swissDay(daysAhead));
    // Navigate within the app: a page load would bring inlined data instead of a request.
    await openPage(page, "/terms");
    await expectNoOverflow(
      page,
      ["/", "/?all=1", "/booking", `/booking?providerId=${id}`, `/providers/${id}`],
      WINDOWS,
      async (_, path) => {
        await navigate(page, path);
        await expect(page.getByRole("main").getByText(says).first()).toBeVisible();
        await waitUntilLoaded(page);
      },
    );
  });
}
