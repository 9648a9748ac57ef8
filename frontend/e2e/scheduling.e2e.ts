import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { looksRight } from "./support/looks";
import { ADDRESS, freeHours, providerWithHours, type Order } from "./support/orders";
import { DEMO, type Person } from "./support/person";
import { arrivesAt, becomes, pathOf, sees, toast, words } from "./support/seeing";
import { DESK, test } from "./support/stage";
import { swissInstant } from "./support/swiss-time";

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

async function turnsTo(page: Page, slot: Slot): Promise<void> {
  const next = page.getByRole("button", { name: "Next week" });
  for (let weeks = 0; weeks < 3; weeks += 1) {
    await sees(page.getByRole("grid"));
    const shown = await page.locator("[role=columnheader]").evaluateAll((days) => days.map((day) => day.getAttribute("aria-label") ?? ""));
    if (shown.some((day) => spoken(slot).startsWith(`${day},`))) return;
    await next.click();
  }
}

async function orderAt(page: Page, person: Person): Promise<Order> {
  await arrivesAt(page, /^\/checkout\//);
  return person.call<Order>("GET", `/api/orders/${pathOf(page).split("/")[2] ?? ""}`);
}

/** Cancels what was booked, once its payment has begun: nothing of the page is then still under way. */
async function givesBack(page: Page, person: Person, order: Order): Promise<void> {
  await sees(page.getByRole("button", { name: /^Pay / }));
  await person.call("POST", `/api/orders/${order.id}/cancellation`);
}

const instantOf = ({ date, startTime }: Slot): number => swissInstant(date, startTime).getTime();

describe("more dates", () => {
  test("a visitor chooses a day of next week with the finger, signs in, and that very slot is booked", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    const provider = await providerWithHours(alice, 2);
    const slot = await hourNextWeek(alice, provider.id);

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: /^More dates/ }).click();
    await sees(page.getByText("premium rush"));
    await turnsTo(page, slot);
    await page.getByRole("group", { name: "Day", exact: true }).getByRole("button", { name: new RegExp(`^\\w+ ${Number(slot.date.slice(8)).toString()} `) }).click();
    await slotIn(page, slot).click();
    await becomes(() => slotIn(page, slot).getAttribute("aria-pressed"), "true");
    await looksRight(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();

    const found = page.getByRole("link", { name: new RegExp(`^Change, .*, ${slot.startTime}$`) });
    await sees(found);
    await becomes(() => found.evaluate((link) => link === link.ownerDocument.activeElement), true);
    await looksRight(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    // Signed in where the form is; the order goes on from there by itself.
    await page.getByRole("button", { name: "I have an account" }).click();
    await page.getByLabel("Email").fill(DEMO.customer);
    await page.getByLabel("Password", { exact: true }).fill("laundry-demo");
    await looksRight(page);
    await page.getByRole("button", { name: "Sign in and continue" }).click();

    const order = await orderAt(page, alice);
    expect(Date.parse(order.pickupTime)).toBe(instantOf(slot));
    const [after] = (await freeHours(alice, provider.id, LATER_DAYS.from, LATER_DAYS.to)).filter(
      ({ date, startTime }) => date === slot.date && startTime === slot.startTime,
    );
    expect((after?.currentBookings ?? slot.maxBookings) - slot.currentBookings).toBe(1);
    await givesBack(page, alice, order);
  });

  test("the keyboard alone finds a day of another week and books it", async ({ stage }) => {
    const alice = await stage.enters({ viewport: DESK });
    const { page } = alice;
    const { keyboard } = page;
    await alice.signsIn(DEMO.customer);
    const provider = await providerWithHours(alice, 3);
    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: /^More dates/ }).focus();
    await keyboard.press("Enter");
    await sees(page.getByRole("grid"));
    const focused = page.locator('[role="gridcell"] button:focus');
    while ((await focused.count()) === 0) await keyboard.press("Tab");

    const first = await page.getByRole("grid").getAttribute("aria-label");
    await keyboard.press("PageDown");
    await becomes(async () => (await page.getByRole("grid").getAttribute("aria-label")) !== first && (await focused.count()) === 1, true);
    await keyboard.press("Control+Home");
    const start = await words(focused);
    await keyboard.press("ArrowDown");
    await becomes(async () => (await words(focused)) === start, false);
    await keyboard.press("ArrowRight");
    const chosen = await words(focused);
    expect(chosen).toMatch(/^\w+ \d+ \w+, \d\d:\d\d to \d\d:\d\d, Scheduled, \d+ left$/);
    await keyboard.press("Enter");
    await becomes(() => focused.getAttribute("aria-pressed"), "true");
    // Tab leaves the grid at once: only one of its slots is in the order.
    await keyboard.press("Tab");
    expect(await focused.count()).toBe(0);
    const confirm = page.getByRole("button", { name: "Confirm Booking" });
    while (!(await confirm.evaluate((button) => button === button.ownerDocument.activeElement))) await keyboard.press("Tab");
    await keyboard.press("Enter");
    // Back in the form, at what was found; its own button comes after.
    await sees(page.getByRole("link", { name: /^Change, / }));
    while (!(await confirm.evaluate((button) => button === button.ownerDocument.activeElement))) await keyboard.press("Tab");
    await keyboard.press("Enter");

    const order = await orderAt(page, alice);
    const [date = "", time = ""] = WALL_CLOCK.format(new Date(order.pickupTime)).split(", ");
    expect(chosen.startsWith(`${spoken({ date, startTime: time })} to`)).toBe(true);
    await givesBack(page, alice, order);
  });

  test("the kind of times that is shown stands in the address: a reload and Back keep it", async ({ stage }) => {
    const visitor = await stage.enters();
    const { page } = visitor;
    const provider = await providerWithHours(visitor, 2);
    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByRole("link", { name: /^More dates/ }).click();
    const scheduled = page.getByRole("radio", { name: "Scheduled" });
    await scheduled.check();
    await arrivesAt(page, /[?&]slots=scheduled$/);
    await sees(page.getByRole("heading", { name: "More dates" }));

    await page.reload();
    await becomes(() => scheduled.isChecked(), true);
    await page.goto("/help");
    await page.goBack();
    await becomes(() => scheduled.isChecked(), true);

    await page.goBack();
    await sees(page.getByRole("heading", { name: "Book Service" }));
  });

  test("the browser's way back closes them, and the form is as it was", async ({ stage }) => {
    const visitor = await stage.enters();
    const { page } = visitor;
    const provider = await providerWithHours(visitor, 2);
    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("link", { name: "Make it recurring" }).click();
    await sees(page.getByRole("form", { name: "New recurring booking" }));
    expect(await page.getByLabel("Pickup address").inputValue()).toContain(ADDRESS.street);
    await looksRight(page);
    await page.goBack();
    await sees(page.getByRole("heading", { name: "Book Service" }));
    expect(await page.getByLabel("Street address").inputValue()).toBe(ADDRESS.street);
  });
});

/** Goes to the first week with a free time: late on a Sunday it is the next one. */
async function seesTimes(page: Page): Promise<void> {
  const grid = page.getByRole("grid");
  const next = page.getByRole("button", { name: /^Next free time: / });
  await sees(grid.or(next));
  if (await next.isVisible()) await next.click();
  await sees(grid);
}

describe("the scheduling demo", () => {
  test("is open to everybody, and reserves nothing", async ({ stage }) => {
    const visitor = await stage.enters();
    const { page, watch } = visitor;
    await page.goto("/schedule-test");
    await seesTimes(page);
    await looksRight(page);

    await page.getByRole("grid").getByRole("button").locator("visible=true").first().click();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await toast(page, "Booking Confirmed");
    await sees(page.getByRole("heading", { name: "Booking Confirmed" }));
    await sees(page.getByText("Slot ID"));
    await looksRight(page);

    await page.getByRole("tab", { name: "Recurring Service" }).click();
    await page.getByRole("radio", { name: "Bi-weekly" }).check();
    await looksRight(page);
    await page.getByRole("button", { name: "Confirm Recurring Service" }).click();
    await toast(page, "Recurring Service Confirmed");
    const panel = page.getByRole("tabpanel", { name: "Recurring Service" });
    await sees(panel.getByText("Active", { exact: true }));
    expect(await panel.getByRole("heading", { name: "Booking Confirmed" }).evaluate((heading) => heading.getBoundingClientRect().top)).toBeGreaterThan(0);

    watch.expectAnswer(401, "/api/provider-schedules");
    await page.getByRole("button", { name: "Initialize Test Data" }).click();
    expect(await toast(page, "Error")).toContain("Failed to create test data. This is expected in the demo.");
  });

  test("the demo provider makes a week of test data", async ({ stage }) => {
    const bruno = await stage.enters({ viewport: DESK });
    const { page } = bruno;
    await bruno.signsIn(DEMO.provider);

    await page.goto("/schedule-test");
    await seesTimes(page);
    await page.getByRole("button", { name: "Initialize Test Data" }).click();
    await toast(page, "Test Data Created");
    // The week is of the provider's own making again: Monday at nine is among it.
    await page.getByRole("button", { name: "Next week" }).click();
    await sees(page.getByRole("grid").getByRole("button", { name: /^Monday .*, 09:00 to 10:00/ }));
  });
});
