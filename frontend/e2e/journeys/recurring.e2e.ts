import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { CARDS } from "../support/cards";
import { clockIsRight, itIs } from "../support/clock";
import { looksRight } from "../support/looks";
import { ADDRESS_LINE, dayFreeAt, nameOf, providersNear } from "../support/orders";
import { answersTheBank, fillsCard, presses } from "../support/paying";
import { DEMO, type Person } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, seesNoMore, toast, words } from "../support/seeing";
import { test, type Stage } from "../support/stage";
import { swissDay, swissInstant } from "../support/swiss-time";

type Occurrence = { date: string; time: string; status: string; orderId: string | null };
type Booking = { id: string; providerId: string; isActive: boolean; nextBookingDate: string | null; occurrences: Occurrence[] };

// Customers of the demo, each for one test: new accounts are few, and these have nothing that recurs.
const CUSTOMERS = {
  tobias: "tobias.huber@example.com",
  mira: "mira.schmid@example.com",
  david: "david.moser@example.com",
  stefan: "stefan.graf@example.com",
};
const HOUR_MS = 3_600_000;
// The worker looks for what is due once a minute; a booking that is to be placed at once does not wait for that.
const MINUTE_AND_MORE = { timeout: 100_000, interval: 500 };
const LONG_TEST_MS = 180_000;
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** The demo provider, who works every day and accepts at once. */
async function demoProvider(stage: Stage): Promise<string> {
  const bruno = await stage.enters();
  const { providerId } = await bruno.signsIn(DEMO.provider);
  if (providerId === null) throw new Error("The demo provider is none.");
  return providerId;
}

async function savesCard({ page }: Person, number: string): Promise<void> {
  await page.goto("/profile/payment-methods");
  await page.getByRole("button", { name: "Add card" }).click();
  await fillsCard(page, number);
  await page.getByRole("button", { name: "Save card" }).click();
  if (number !== CARDS.succeeds) await answersTheBank(page, "Complete authentication");
  await toast(page, "Card saved");
}

/** Fills in the form that is on screen for a pickup on the weekday of this day, every week, and sends it. */
async function sets(page: Page, day: string): Promise<void> {
  await page.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(day)) });
  await page.getByLabel("Pickup address").fill(ADDRESS_LINE);
  await page.getByRole("button", { name: "Same as pickup" }).click();
  await page.getByRole("button", { name: "Create Recurring Booking" }).click();
  expect(await toast(page, "Recurring Booking Created")).toContain("Your recurring service has been set up successfully!");
}

async function bookings(person: Person, customerId: string): Promise<Booking[]> {
  return person.call<Booking[]>("GET", `/api/recurring-bookings/customer/${customerId}`);
}

/** What is charged, as the form says it. */
const cardOf = (page: Page): Promise<string> => words(page.getByRole("group", { name: "Card", exact: true }).locator("label").filter({ has: page.getByRole("radio", { checked: true }) }));

const rows = (page: Page): Promise<string[]> => page.getByRole("list", { name: "Upcoming pickups" }).first().getByRole("listitem").allInnerTexts();

describe("a recurring booking", () => {
  test(
    "goes from the form to a placed and paid order, two days before the pickup",
    async ({ stage }) => {
      const providerId = await demoProvider(stage);
      const alice = await stage.enters();
      const { page } = alice;
      const { id } = await alice.signsIn(CUSTOMERS.tobias);
      await savesCard(alice, CARDS.succeeds);

      await page.goto(`/booking?providerId=${providerId}`);
      await page.getByRole("link", { name: "Make it recurring" }).click();
      await sees(page.getByRole("tab", { name: "Recurring Service", selected: true }));
      await becomes(() => cardOf(page), "Your default card Visa •••• 4242 at the moment");
      await looksRight(page);
      await sets(page, swissDay(3));
      await arrivesAt(page, "/recurring");
      await sees(page.getByText("Paid with Visa •••• 4242"));
      const [booking] = await bookings(alice, id);
      expect(booking?.occurrences[0]).toMatchObject({ date: swissDay(3), time: "09:00", status: "planned", orderId: null });
      await looksRight(page);

      try {
        await itIs(new Date(swissInstant(swissDay(3), "09:00").getTime() - 47 * HOUR_MS), alice);
        await expect.poll(async () => (await bookings(alice, id))[0]?.occurrences[0]?.status, MINUTE_AND_MORE).toBe("paid");
        await page.goto("/recurring");
        await becomes(async () => (await rows(page))[0]?.includes("Booked and paid"), true);
        await page.getByRole("link", { name: "See order" }).click();
        await arrivesAt(page, /^\/tracking\//);
        await sees(page.getByText("Order Confirmed"));
        const order = await alice.call<{ paymentStatus: string; pickupTime: string }>("GET", `/api/orders/${pathOf(page).split("/")[2] ?? ""}`);
        expect(order.paymentStatus).toBe("paid");
        expect(Date.parse(order.pickupTime)).toBe(swissInstant(swissDay(3), "09:00").getTime());
        await page.goto("/notifications");
        await sees(page.getByText("Your next pickup is booked"));
      } finally {
        clockIsRight();
      }
      expect((await bookings(alice, id))[0]?.occurrences.filter(({ orderId }) => orderId !== null)).toHaveLength(1);
    },
    LONG_TEST_MS,
  );

  test(
    "whose card needs its owner is paid through the link, and lives on",
    async ({ stage }) => {
      const providerId = await demoProvider(stage);
      const alice = await stage.enters();
      const { page } = alice;
      const { id } = await alice.signsIn(CUSTOMERS.mira);
      await savesCard(alice, CARDS.alwaysAsksTheBank);
      await page.goto(`/recurring?providerId=${providerId}`);
      await becomes(() => cardOf(page), "Your default card Visa •••• 3184 at the moment");
      // Tomorrow is less than two days away: the order is placed at once.
      await sets(page, swissDay(1));
      await expect.poll(async () => (await bookings(alice, id))[0]?.occurrences[0]?.status, MINUTE_AND_MORE).toBe("needs_payment");
      await becomes(async () => (await rows(page))[0]?.includes("Payment needed"), true);
      await looksRight(page);

      await page.goto("/notifications");
      await page.getByText("Please pay for your pickup").click();
      await arrivesAt(page, /^\/pay\//);
      await fillsCard(page, CARDS.alwaysAsksTheBank);
      await presses(page, "27.50");
      await answersTheBank(page, "Complete authentication");
      await sees(page.getByText("Payment Successful"));

      await page.goto("/recurring");
      await becomes(async () => (await rows(page))[0]?.includes("Booked and paid"), true);
      expect((await rows(page))[1]).toContain("Planned");
      const [booking] = await bookings(alice, id);
      expect(booking).toMatchObject({ isActive: true, nextBookingDate: swissDay(8) });
    },
    LONG_TEST_MS,
  );

  test("is edited, skipped, moved, paused, resumed and ended, each open to everybody", async ({ stage }) => {
    const providerId = await demoProvider(stage);
    const alice = await stage.enters();
    const { page } = alice;
    const { id } = await alice.signsIn(CUSTOMERS.david);
    await page.goto(`/recurring?providerId=${providerId}`);
    await sees(page.getByText(/^You have no saved card: we send you a link to pay/));
    await page.getByLabel("Delivery address").clear();
    await page.getByRole("button", { name: "Create Recurring Booking" }).click();
    expect(await toast(page, "Missing Information")).toContain("Please provide both pickup and delivery addresses.");
    await looksRight(page);
    await sets(page, swissDay(4));
    await sees(page.getByText("We send you a link to pay"));

    await page.getByRole("button", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit this booking" });
    await edit.getByLabel("Delivery address").clear();
    await edit.getByRole("button", { name: "Save changes" }).click();
    await toast(page, "Missing Information");
    await edit.getByLabel("Delivery address").fill(ADDRESS_LINE);
    await edit.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(swissDay(5))) });
    await edit.getByLabel("Preferred time").selectOption("11:00");
    await edit.getByRole("radio", { name: /Premium Care/ }).check();
    await sees(edit.getByText(/Next pickup to be booked: .*, 11:00\./));
    await looksRight(page);
    await edit.getByRole("button", { name: "Save changes" }).click();
    await toast(page, "Booking changed");
    await sees(page.getByText(/Premium Care, 10 kg/));
    const [edited] = await bookings(alice, id);
    expect(edited?.nextBookingDate).toBe(swissDay(5));
    expect(edited?.occurrences.slice(0, 2)).toMatchObject([
      { date: swissDay(5), time: "11:00", status: "planned" },
      { date: swissDay(12), time: "11:00", status: "planned" },
    ]);

    await page.getByRole("button", { name: /^Skip / }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Skip pickup" }).click();
    await toast(page, "Pickup skipped");
    await becomes(async () => (await rows(page))[0]?.includes("Skipped"), true);

    await page.getByRole("button", { name: /^Move / }).first().click();
    const move = page.getByRole("dialog", { name: "Move this pickup" });
    await sees(move.getByRole("grid"));
    await looksRight(page);
    await move.getByRole("grid").getByRole("button", { name: /, 14:00 to/ }).locator("visible=true").first().click();
    await move.getByRole("button", { name: "Move pickup" }).click();
    await toast(page, "Pickup moved");
    await becomes(async () => (await rows(page))[1]?.includes("14:00"), true);

    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await looksRight(page);
    await page.getByRole("dialog").getByRole("button", { name: "Pause booking" }).click();
    await toast(page, "Booking paused");
    await page.getByRole("button", { name: "Resume" }).click();
    await toast(page, "Booking resumed");
    await sees(page.getByText("Active", { exact: true }));

    await page.getByRole("button", { name: "Cancel booking" }).click();
    const end = page.getByRole("dialog", { name: "Cancel this recurring booking?" });
    expect(await words(end)).toContain("Orders that you have paid take place as booked");
    await looksRight(page);
    await end.getByRole("button", { name: "Cancel booking" }).click();
    expect(await toast(page, "Recurring Booking Cancelled")).toContain("Your recurring service has been cancelled.");
    await sees(page.getByText("Inactive"));
    await seesNoMore(end);
    expect((await bookings(alice, id)).some(({ isActive }) => isActive)).toBe(false);
  });

  test("of a provider who is gone leads to another one", async ({ stage }) => {
    const bruno = await stage.enters();
    const { providerId } = await bruno.signsIn(DEMO.provider);
    const alice = await stage.enters();
    const { page } = alice;
    const { id } = await alice.signsIn(CUSTOMERS.stefan);
    // Whoever is to take over has to work at the hour of the booking: not everybody does on Sundays.
    const other = (await providersNear(alice)).find((provider) => provider.id !== providerId);
    if (other === undefined) throw new Error("There is nobody else near 8001.");
    const day = await dayFreeAt(alice, other, "09:00");
    await page.goto(`/recurring?providerId=${providerId ?? ""}`);
    await sets(page, day);
    try {
      await bruno.call("POST", "/api/provider/pause", { until: swissDay(20) });
      await page.goto("/recurring");
      await sees(page.getByText(/takes no bookings at the moment/));
      await looksRight(page);
      await page.getByRole("button", { name: "Choose another provider" }).click();
      const dialog = page.getByRole("dialog", { name: "Choose another provider" });
      await sees(dialog.getByRole("radio"));
      await looksRight(page);
      await dialog.getByRole("radio", { name: nameOf(other) }).check();
      await dialog.getByRole("button", { name: "Use this provider" }).click();
      await toast(page, "Provider changed");
      await seesNoMore(page.getByText(/takes no bookings at the moment/));
      expect((await bookings(alice, id))[0]?.providerId).toBe(other.id);
    } finally {
      await bruno.call("POST", "/api/provider/resume");
    }
  });

  test("is offered with those who work at its day and time; the others say why not", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.signsIn(DEMO.customer);
    await page.goto("/recurring?form=open");
    const choice = page.getByRole("group", { name: "Choose a provider" });
    await sees(choice.getByRole("radio"));
    await page.getByLabel("Day of the week").selectOption({ label: "Sunday" });
    await page.getByLabel("Preferred time").selectOption("17:00");

    await sees(choice.getByText("Does not work on this day at this time"));
    const isClosed = await choice.getByRole("radio").evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).disabled));
    expect(isClosed).toEqual([...isClosed].sort((one, other) => Number(one) - Number(other)));
    expect(isClosed).toContain(true);
    await looksRight(page);
    await choice.getByRole("radio", { disabled: false }).first().check();
  });
});
