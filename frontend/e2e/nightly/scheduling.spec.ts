import type { Locator, Page } from "@playwright/test";

import { ADDRESS, freeHours, type Order, providerWithHours } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { DESK } from "../fixtures/screens.ts";
import { swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { pathOf, toast, words } from "../support/page.ts";

type Slot = Awaited<ReturnType<typeof freeHours>>[number];

const LATER_DAYS = { from: 7, to: 13 };
const DATE = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

const WALL_CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Zurich",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});

/** The words that the calendar begins a slot's name with: "Monday 23 November, 09:00". */
function spoken({ date, startTime }: Pick<Slot, "date" | "startTime">): string {
  return `${DATE.format(new Date(date)).replace(",", "")}, ${startTime}`;
}

const slotIn = (page: Page, slot: Pick<Slot, "date" | "startTime">): Locator =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${spoken(slot)}`) });

/** A free hour of next week, seven to thirteen days ahead. */
async function hourNextWeek(person: Person, providerId: string): Promise<Slot> {
  const [slot] = await freeHours(person, providerId, LATER_DAYS.from, LATER_DAYS.to);
  if (slot === undefined) throw new Error("No hour of next week is free.");
  return slot;
}

async function turnTo(page: Page, slot: Slot): Promise<void> {
  const next = page.getByRole("button", { name: "Next week" });
  for (let weeks = 0; weeks < 3; weeks += 1) {
    await expect(page.getByRole("grid").first()).toBeVisible();
    const shown = await page.locator("[role=columnheader]").evaluateAll((days) => days.map((day) => day.getAttribute("aria-label") ?? ""));
    if (shown.some((day) => spoken(slot).startsWith(`${day},`))) return;
    await next.click();
  }
}

async function orderAt(page: Page, person: Person): Promise<Order> {
  await expect(page).toHaveURL(/\/checkout\//);
  return person.call<Order>("GET", `/api/orders/${pathOf(page).split("/")[2] ?? ""}`);
}

/** Cancels what was booked, once its payment has begun: nothing of the page is then still under way. */
async function giveBack(page: Page, person: Person, order: Order): Promise<void> {
  await expect(page.getByRole("button", { name: /^Pay / }).first()).toBeVisible();
  await person.call("POST", `/api/orders/${order.id}/cancellation`);
}

const instantOf = ({ date, startTime }: Slot): number => swissInstant(date, startTime).getTime();

test.describe("more dates", () => {
  test("a visitor chooses a day of next week with the finger, signs in, and that very slot is booked", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    const provider = await providerWithHours(alice, 2);
    const slot = await hourNextWeek(alice, provider.id);

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: /^More dates/ }).click();
    await expect(page.getByText("premium rush").first()).toBeVisible();
    await turnTo(page, slot);
    await page.getByRole("group", { name: "Day", exact: true }).getByRole("button", { name: new RegExp(`^\\w+ ${Number(slot.date.slice(8)).toString()} `) }).click();
    await slotIn(page, slot).click();
    await expect(slotIn(page, slot)).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    const found = page.getByRole("link", { name: new RegExp(`^Change, .*, ${slot.startTime}$`) });
    await expect(found).toBeVisible();
    await expect(found).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    // Signed in where the form is; the order goes on from there by itself.
    await page.getByRole("button", { name: "I have an account" }).click();
    await page.getByLabel("Email").fill(DEMO.customer);
    await page.getByLabel("Password", { exact: true }).fill("laundry-demo");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in and continue" }).click();

    const order = await orderAt(page, alice);
    expect(Date.parse(order.pickupTime)).toBe(instantOf(slot));
    const [after] = (await freeHours(alice, provider.id, LATER_DAYS.from, LATER_DAYS.to)).filter(
      ({ date, startTime }) => date === slot.date && startTime === slot.startTime,
    );
    expect((after?.currentBookings ?? slot.maxBookings) - slot.currentBookings).toBe(1);
    await giveBack(page, alice, order);
  });

  test("the keyboard alone finds a day of another week and books it", async ({ users }) => {
    const alice = await users.visitor({ viewport: DESK });
    const { page } = alice;
    const { keyboard } = page;
    await alice.signIn(DEMO.customer);
    const provider = await providerWithHours(alice, 3);
    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: /^More dates/ }).focus();
    await keyboard.press("Enter");
    await expect(page.getByRole("grid").first()).toBeVisible();
    const focused = page.locator('[role="gridcell"] button:focus');
    while ((await focused.count()) === 0) await keyboard.press("Tab");

    const first = await page.getByRole("grid").getAttribute("aria-label");
    await keyboard.press("PageDown");
    await expect.poll(async () => (await page.getByRole("grid").getAttribute("aria-label")) !== first && (await focused.count()) === 1).toBe(true);
    await keyboard.press("Control+Home");
    const start = await words(focused);
    await keyboard.press("ArrowDown");
    await expect.poll(async () => (await words(focused)) === start).toBe(false);
    await keyboard.press("ArrowRight");
    const chosen = await words(focused);
    expect(chosen).toMatch(/^\w+ \d+ \w+, \d\d:\d\d to \d\d:\d\d, Scheduled, \d+ left$/);
    await keyboard.press("Enter");
    await expect(focused).toHaveAttribute("aria-pressed", "true");
    // Tab leaves the grid at once: only one of its slots is in the order.
    await keyboard.press("Tab");
    await expect(focused).toHaveCount(0);
    const confirm = page.getByRole("button", { name: "Confirm Booking" });
    while (!(await confirm.evaluate((button) => button === button.ownerDocument.activeElement))) await keyboard.press("Tab");
    await keyboard.press("Enter");
    // Back in the form, at what was found; its own button comes after.
    await expect(page.getByRole("link", { name: /^Change, / }).first()).toBeVisible();
    while (!(await confirm.evaluate((button) => button === button.ownerDocument.activeElement))) await keyboard.press("Tab");
    await keyboard.press("Enter");

    const order = await orderAt(page, alice);
    const [date = "", time = ""] = WALL_CLOCK.format(new Date(order.pickupTime)).split(", ");
    expect(chosen.startsWith(`${spoken({ date, startTime: time })} to`)).toBe(true);
    await giveBack(page, alice, order);
  });

  test("the kind of times that is shown stands in the address: a reload and Back keep it", async ({ users }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    const provider = await providerWithHours(visitor, 2);
    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByRole("link", { name: /^More dates/ }).click();
    const scheduled = page.getByRole("radio", { name: "Scheduled" });
    await scheduled.check();
    await expect(page).toHaveURL(/[?&]slots=scheduled$/);
    await expect(page.getByRole("heading", { name: "More dates" }).first()).toBeVisible();

    await page.reload();
    await expect(scheduled).toBeChecked();
    await page.goto("/help");
    await page.goBack();
    await expect(scheduled).toBeChecked();

    await page.goBack();
    await expect(page.getByRole("heading", { name: "Book Service" })).toBeVisible();
  });

  test("the browser's way back closes them, and the form is as it was", async ({ users }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    const provider = await providerWithHours(visitor, 2);
    await page.goto(`/booking?providerId=${provider.id}`);
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

/** Goes to the first week with a free time: late on a Sunday it is the next one. */
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
    await expect.poll(() => panel.getByRole("heading", { name: "Booking Confirmed" }).evaluate((heading) => heading.getBoundingClientRect().top)).toBeGreaterThan(0);

    pageErrors.expectResponse(401, "/api/provider-schedules");
    await page.getByRole("button", { name: "Initialize Test Data" }).click();
    await expect(toast(page, "Error")).toContainText("Failed to create test data. This is expected in the demo.", { useInnerText: true });
  });

  test("the demo provider makes a week of test data", async ({ users }) => {
    const bruno = await users.visitor({ viewport: DESK });
    const { page } = bruno;
    await bruno.signIn(DEMO.provider);

    await page.goto("/schedule-test");
    await seeTimes(page);
    await page.getByRole("button", { name: "Initialize Test Data" }).click();
    await expect(toast(page, "Test Data Created")).toBeVisible();
    // The week is of the provider's own making again: Monday at nine is among it.
    await page.getByRole("button", { name: "Next week" }).click();
    await expect(page.getByRole("grid").getByRole("button", { name: /^Monday .*, 09:00 to 10:00/ }).first()).toBeVisible();
  });
});
