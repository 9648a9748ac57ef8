import type { Locator, Page } from "@playwright/test";

import { ADDRESS, freeHours, type Order, type Slot } from "../fixtures/orders.ts";
import { DEMO_PROVIDER, type Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { pathOf, toast, words } from "../support/page.ts";

type Hour = Pick<Slot, "date" | "startTime">;

const DAYS_AHEAD = 8;
const DATE = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

const WALL_CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Zurich",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});

/** The start of a slot's accessible name: "Monday 23 November, 09:00". */
function spoken({ date, startTime }: Hour): string {
  return `${DATE.format(new Date(date)).replace(",", "")}, ${startTime}`;
}

const slotIn = (page: Page, slot: Hour): Locator =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${spoken(slot)}`) });

/** Number of bookings of a provider's slot that many days ahead. */
async function bookingsOf(person: Person, providerId: string, { startTime }: Hour): Promise<number | undefined> {
  const slots = await freeHours(person, providerId, DAYS_AHEAD, DAYS_AHEAD);
  return slots.find((slot) => slot.startTime === startTime)?.currentBookings;
}

async function turnTo(page: Page, slot: Hour): Promise<void> {
  const next = page.getByRole("button", { name: "Next week" });
  for (let weeks = 0; weeks < 3; weeks += 1) {
    await expect(page.getByRole("grid").first()).toBeVisible();
    const shown = await page
      .locator("[role=columnheader]")
      .evaluateAll((days) => days.map((day) => day.getAttribute("aria-label") ?? ""));
    if (shown.some((day) => spoken(slot).startsWith(`${day},`))) return;
    await next.click();
  }
}

async function orderAt(page: Page, person: Person): Promise<Order> {
  await expect(page).toHaveURL(/\/checkout\//);
  return person.call<Order>("GET", `/api/orders/${pathOf(page).split("/")[2] ?? ""}`);
}

/** Waits until the page has no more requests running. */
async function expectPaymentBegun(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^Pay / }).first()).toBeVisible();
}

const instantOf = ({ date, startTime }: Hour): number => swissInstant(date, startTime).getTime();

test.describe("more dates", () => {
  test("a visitor chooses a day of next week with the finger, signs in, and that very slot is booked", async ({
    make,
    users,
  }) => {
    const { users: made, providers } = await make({
      users: [{ ref: "alice", signedIn: false }],
      providers: [{ ref: "salon" }],
    });
    const { id } = providers.salon;
    const slot = { date: swissDay(DAYS_AHEAD), startTime: "10:00" };
    const alice = await users.visitor();
    const { page } = alice;
    await page.goto(`/booking?providerId=${id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: /^More dates/ }).click();
    await expect(page.getByRole("list", { name: "Kinds of times" })).toBeVisible();
    await turnTo(page, slot);
    await page
      .getByRole("group", { name: "Day", exact: true })
      .getByRole("button", { name: new RegExp(`^\\w+ ${Number(slot.date.slice(8)).toString()} `) })
      .click();
    await slotIn(page, slot).click();
    await expect(slotIn(page, slot)).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    const found = page.getByRole("link", { name: new RegExp(`^Change, .*, ${slot.startTime}-`) });
    await expect(found).toBeVisible();
    await expect(found).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    // Signing in within the form continues the order.
    await page.getByRole("button", { name: "I have an account" }).click();
    await page.getByLabel("Email").fill(made.alice.email);
    await page.getByLabel("Password", { exact: true }).fill(made.alice.password);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in and continue" }).click();

    const order = await orderAt(page, alice);
    expect(Date.parse(order.pickupTime)).toBe(instantOf(slot));
    expect(await bookingsOf(alice, id, slot)).toBe(1);
    await expectPaymentBegun(page);
  });

  test("the keyboard alone finds a day of another week and books it", async ({ make, users }) => {
    const { users: made, providers } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
    const alice = await users.signedIn(made.alice, { viewport: DESKTOP });
    const { page } = alice;
    const { keyboard } = page;
    await page.goto(`/booking?providerId=${providers.salon.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: /^More dates/ }).focus();
    await keyboard.press("Enter");
    await expect(page.getByRole("grid").first()).toBeVisible();
    const focused = page.locator('[role="gridcell"] button:focus');
    while ((await focused.count()) === 0) await keyboard.press("Tab");

    const first = await page.getByRole("grid").getAttribute("aria-label");
    await keyboard.press("PageDown");
    await expect
      .poll(
        async () =>
          (await page.getByRole("grid").getAttribute("aria-label")) !== first && (await focused.count()) === 1,
      )
      .toBe(true);
    await keyboard.press("Control+Home");
    const start = await words(focused);
    await keyboard.press("ArrowDown");
    await expect.poll(async () => (await words(focused)) === start).toBe(false);
    await keyboard.press("ArrowRight");
    const chosen = await words(focused);
    expect(chosen).toMatch(/^\w+ \d+ \w+, \d\d:\d\d to \d\d:\d\d, Scheduled, \d+ left$/);
    await keyboard.press("Enter");
    await expect(focused).toHaveAttribute("aria-pressed", "true");
    // Tab leaves the grid, because only one slot is a tab stop.
    await keyboard.press("Tab");
    await expect(focused).toHaveCount(0);
    const confirm = page.getByRole("button", { name: "Confirm Booking" });
    while (!(await confirm.evaluate((button) => button === button.ownerDocument.activeElement)))
      await keyboard.press("Tab");
    await keyboard.press("Enter");
    // Back in the form the chosen time has the focus; its button is next.
    await expect(page.getByRole("link", { name: /^Change, / }).first()).toBeVisible();
    while (!(await confirm.evaluate((button) => button === button.ownerDocument.activeElement)))
      await keyboard.press("Tab");
    await keyboard.press("Enter");

    const order = await orderAt(page, alice);
    const [date = "", time = ""] = WALL_CLOCK.format(new Date(order.pickupTime)).split(", ");
    expect(chosen.startsWith(`${spoken({ date, startTime: time })} to`)).toBe(true);
    await expectPaymentBegun(page);
  });

  test("the kind of times that is shown stands in the address: a reload and Back keep it", async ({ make, users }) => {
    const { providers } = await make({ providers: [{ ref: "salon" }] });
    const { page } = await users.visitor();
    await page.goto(`/booking?providerId=${providers.salon.id}`);
    await page.getByRole("link", { name: /^More dates/ }).click();
    const scheduled = page.getByRole("radio", { name: "Scheduled" });
    await scheduled.click();
    await expect(scheduled).toBeChecked();
    await expect(page).toHaveURL(/[?&]slots=scheduled#dates$/);
    await expect(page.getByRole("heading", { name: "More dates" }).first()).toBeVisible();

    await page.reload();
    await expect(scheduled).toBeChecked();
    await page.goto("/help");
    await page.goBack();
    await expect(scheduled).toBeChecked();

    await page.goBack();
    await expect(page.getByRole("heading", { name: "Book Service" })).toBeVisible();
  });

  test("the browser's way back closes them, and the form is as it was", async ({ make, users }) => {
    const { providers } = await make({ providers: [{ ref: "salon" }] });
    const { page } = await users.visitor();
    await page.goto(`/booking?providerId=${providers.salon.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: "Make it recurring" }).click();
    await expect(page.getByRole("form", { name: "New recurring booking" }).first()).toBeVisible();
    await expect.poll(() => page.getByLabel("Pickup address").inputValue()).toContain(ADDRESS.street);
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Book Service" })).toBeVisible();
    await expect(page.getByLabel("Street address")).toHaveValue(ADDRESS.street);
  });
});

/** Opens the first week with a free time: late on Sundays that is the next one. */
async function seeTimes(page: Page): Promise<void> {
  const grid = page.getByRole("grid");
  const next = page.getByRole("button", { name: /^Next free time: / });
  await expect(grid.or(next).first()).toBeVisible();
  if (await next.isVisible()) await next.click();
  await expect(grid.first()).toBeVisible();
}

test.describe("the scheduling demo", () => {
  test("is open to everybody, and reserves nothing", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, pageErrors } = visitor;
    await page.goto("/schedule-test");
    await seeTimes(page);
    await expectAccessible(page);

    await page.getByRole("grid").getByRole("button").locator("visible=true").first().click();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(toast(page, "Booking Confirmed")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Booking Confirmed" })).toBeVisible();
    await expect(page.getByText("Slot ID").first()).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Recurring Service" }).click();
    await page.getByRole("radio", { name: "Bi-weekly" }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm Recurring Service" }).click();
    await expect(toast(page, "Recurring Service Confirmed")).toBeVisible();
    const panel = page.getByRole("tabpanel", { name: "Recurring Service" });
    await expect(panel.getByText("Active", { exact: true }).first()).toBeVisible();
    await expect
      .poll(() =>
        panel
          .getByRole("heading", { name: "Booking Confirmed" })
          .evaluate((heading) => heading.getBoundingClientRect().top),
      )
      .toBeGreaterThan(0);

    pageErrors.expectResponse(401, "/api/provider-schedules");
    await page.getByRole("button", { name: "Initialize Test Data" }).click();
    await expect(toast(page, "Error")).toContainText("Failed to create test data. This is expected in the demo.", {
      useInnerText: true,
    });
  });

  test("the demo provider makes a week of test data", async ({ users }) => {
    const bruno = await users.visitor({ viewport: DESKTOP });
    const { page } = bruno;
    await bruno.signIn(DEMO_PROVIDER);

    await page.goto("/schedule-test");
    await seeTimes(page);
    await page.getByRole("button", { name: "Initialize Test Data" }).click();
    await expect(toast(page, "Test Data Created")).toBeVisible();
    // The week is the provider's own again, with Monday at 09:00.
    await page.getByRole("button", { name: "Next week" }).click();
    await expect(
      page
        .getByRole("grid")
        .getByRole("button", { name: /^Monday .*, 09:00 to 10:00/ })
        .first(),
    ).toBeVisible();
  });
});
