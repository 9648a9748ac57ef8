import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS_LINE } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { pathOf, toast, words } from "../support/page.ts";
import { fillCard, finishChallenge, pressPay } from "../support/paying.ts";

type Occurrence = { date: string; time: string; status: string; orderId: string | null };
type Booking = {
  id: string;
  providerId: string;
  isActive: boolean;
  nextBookingDate: string | null;
  occurrences: Occurrence[];
};

const HOUR_MS = 3_600_000;
// Due bookings are placed once a minute by a Celery task.
const MINUTE_AND_MORE = { timeout: 100_000, intervals: [500] };
const LONG_TEST_MS = 180_000;
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** Saves a card that always requires 3-D Secure. */
async function saveAskingCard({ page }: Person): Promise<void> {
  await page.goto("/profile/payment-methods");
  await page.getByRole("button", { name: "Add card" }).click();
  await fillCard(page, CARDS.alwaysAsksTheBank);
  await page.getByRole("button", { name: "Save card" }).click();
  await finishChallenge(page, "Complete authentication");
  await expect(toast(page, "Card saved")).toBeVisible();
}

/** Fills in and sends the form for weekly pickups on the weekday of `day`. */
async function createBooking(page: Page, day: string): Promise<void> {
  await page.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(day)) });
  await page.getByLabel("Pickup address").fill(ADDRESS_LINE);
  await page.getByRole("button", { name: "Same as pickup" }).click();
  await page.getByRole("button", { name: "Create Recurring Booking" }).click();
  await expect(toast(page, "Recurring Booking Created")).toContainText(
    "Your recurring service has been set up successfully!",
    { useInnerText: true },
  );
}

async function bookings(person: Person, customerId: string): Promise<Booking[]> {
  return person.call<Booking[]>("GET", `/api/recurring-bookings/customer/${customerId}`);
}

/** The card that the form will charge. */
const cardOf = (page: Page): Promise<string> =>
  words(
    page
      .getByRole("group", { name: "Card", exact: true })
      .locator("label")
      .filter({ has: page.getByRole("radio", { checked: true }) }),
  );

const rows = (page: Page): Promise<string[]> =>
  page.getByRole("list", { name: "Upcoming pickups" }).first().getByRole("listitem").allInnerTexts();

test.describe("a recurring booking", () => {
  test("goes from the form to a placed and paid order, two days before the pickup", async ({ make, users, clock }) => {
    test.setTimeout(LONG_TEST_MS);
    const {
      users: made,
      providers: { salon },
    } = await make({ users: [{ ref: "alice", cards: ["visa"] }], providers: [{ ref: "salon" }] });
    const { id } = made.alice;
    const alice = await users.signedIn(made.alice);
    const { page } = alice;

    await page.goto(`/booking?providerId=${salon.id}`);
    await page.getByRole("link", { name: "Make it recurring" }).click();
    await expect(page.getByRole("tab", { name: "Recurring Service", selected: true }).first()).toBeVisible();
    await expect.poll(() => cardOf(page)).toBe("Your default card Visa •••• 4242 at the moment");
    await expectAccessible(page);
    await createBooking(page, swissDay(3));
    await expect(page).toHaveURL("/recurring");
    await expect(page.getByText("Paid with Visa •••• 4242").first()).toBeVisible();
    const [booking] = await bookings(alice, id);
    expect(booking?.occurrences[0]).toMatchObject({
      date: swissDay(3),
      time: "09:00",
      status: "planned",
      orderId: null,
    });
    await expectAccessible(page);

    await clock.set(new Date(swissInstant(swissDay(3), "09:00").getTime() - 47 * HOUR_MS), alice);
    await expect.poll(async () => (await bookings(alice, id))[0]?.occurrences[0]?.status, MINUTE_AND_MORE).toBe("paid");
    await page.goto("/recurring");
    await expect.poll(async () => (await rows(page))[0]?.includes("Booked and paid")).toBe(true);
    await page.getByRole("link", { name: "See order" }).click();
    await expect(page).toHaveURL(/\/tracking\//);
    await expect(page.getByText("Order Confirmed").first()).toBeVisible();
    const order = await alice.call<{ paymentStatus: string; pickupTime: string }>(
      "GET",
      `/api/orders/${pathOf(page).split("/")[2] ?? ""}`,
    );
    expect(order.paymentStatus).toBe("paid");
    expect(Date.parse(order.pickupTime)).toBe(swissInstant(swissDay(3), "09:00").getTime());
    await page.goto("/notifications");
    await expect(page.getByText("Your next pickup is booked").first()).toBeVisible();
    clock.reset();
    expect((await bookings(alice, id))[0]?.occurrences.filter(({ orderId }) => orderId !== null)).toHaveLength(1);
  });

  test("whose card needs its owner is paid through the link, and lives on", async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const {
      users: made,
      providers: { salon },
    } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
    const { id } = made.alice;
    const alice = await users.signedIn(made.alice);
    const { page } = alice;
    await saveAskingCard(alice);
    await page.goto(`/recurring?providerId=${salon.id}`);
    await expect.poll(() => cardOf(page)).toBe("Your default card Visa •••• 3184 at the moment");
    // Less than 48 hours away: the order is placed at once.
    await createBooking(page, swissDay(1));
    await expect
      .poll(async () => (await bookings(alice, id))[0]?.occurrences[0]?.status, MINUTE_AND_MORE)
      .toBe("needs_payment");
    await expect.poll(async () => (await rows(page))[0]?.includes("Payment needed")).toBe(true);
    await expectAccessible(page);

    await page.goto("/notifications");
    await page.getByText("Please pay for your pickup").click();
    await expect(page).toHaveURL(/\/pay\//);
    await fillCard(page, CARDS.alwaysAsksTheBank);
    await pressPay(page, "27.50");
    await finishChallenge(page, "Complete authentication");
    await expect(page.getByText("Payment Successful").first()).toBeVisible();

    await page.goto("/recurring");
    await expect.poll(async () => (await rows(page))[0]?.includes("Booked and paid")).toBe(true);
    expect((await rows(page))[1]).toContain("Planned");
    const [booking] = await bookings(alice, id);
    expect(booking).toMatchObject({ isActive: true, nextBookingDate: swissDay(8) });
  });

  test("is edited, skipped, moved, paused, resumed and ended, each open to everybody", async ({ make, users }) => {
    const {
      users: made,
      providers: { salon },
    } = await make({ users: [{ ref: "alice", addresses: [{}] }], providers: [{ ref: "salon" }] });
    const { id } = made.alice;
    const alice = await users.signedIn(made.alice);
    const { page } = alice;
    await page.goto(`/recurring?providerId=${salon.id}`);
    await expect(page.getByText(/^Without a valid card, we send you a link to pay/).first()).toBeVisible();
    await page.getByLabel("Delivery address").clear();
    await page.getByRole("button", { name: "Create Recurring Booking" }).click();
    await expect(toast(page, "Missing Information")).toContainText(
      "Please provide both pickup and delivery addresses.",
      { useInnerText: true },
    );
    await expectAccessible(page);
    await createBooking(page, swissDay(4));
    await expect(page.getByText("We send you a link to pay").first()).toBeVisible();

    await page.getByRole("button", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit this booking" });
    await edit.getByLabel("Delivery address").clear();
    await edit.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Missing Information")).toBeVisible();
    await edit.getByLabel("Delivery address").fill(ADDRESS_LINE);
    await edit.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(swissDay(5))) });
    await edit.getByLabel("Preferred time").selectOption("11:00");
    await edit.getByRole("radio", { name: /Premium care/ }).check();
    await expect(edit.getByText(/Next pickup to be booked: .*, 11:00\./).first()).toBeVisible();
    await expectAccessible(page);
    await edit.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Booking changed")).toBeVisible();
    await expect(page.getByText(/Premium care, 10 kg/).first()).toBeVisible();
    const [edited] = await bookings(alice, id);
    expect(edited?.nextBookingDate).toBe(swissDay(5));
    expect(edited?.occurrences.slice(0, 2)).toMatchObject([
      { date: swissDay(5), time: "11:00", status: "planned" },
      { date: swissDay(12), time: "11:00", status: "planned" },
    ]);

    await page
      .getByRole("button", { name: /^Skip / })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Skip pickup" }).click();
    await expect(toast(page, "Pickup skipped")).toBeVisible();
    await expect.poll(async () => (await rows(page))[0]?.includes("Skipped")).toBe(true);

    await page
      .getByRole("button", { name: /^Move / })
      .first()
      .click();
    const move = page.getByRole("dialog", { name: "Move this pickup" });
    await expect(move.getByRole("grid").first()).toBeVisible();
    await expectAccessible(page);
    await move
      .getByRole("grid")
      .getByRole("button", { name: /, 14:00 to/ })
      .locator("visible=true")
      .first()
      .click();
    await move.getByRole("button", { name: "Move pickup" }).click();
    await expect(toast(page, "Pickup moved")).toBeVisible();
    await expect.poll(async () => (await rows(page))[1]?.includes("14:00")).toBe(true);

    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Pause booking" }).click();
    await expect(toast(page, "Booking paused")).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(toast(page, "Booking resumed")).toBeVisible();
    await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();

    await page.getByRole("button", { name: "Cancel booking" }).click();
    const end = page.getByRole("dialog", { name: "Cancel this recurring booking?" });
    await expect(end).toContainText("Orders that you have paid take place as booked", { useInnerText: true });
    await expectAccessible(page);
    await end.getByRole("button", { name: "Cancel booking" }).click();
    await expect(toast(page, "Recurring Booking Cancelled")).toContainText(
      "Your recurring service has been cancelled.",
      { useInnerText: true },
    );
    await expect(page.getByText("Inactive").first()).toBeVisible();
    await expect(end).toBeHidden();
    expect((await bookings(alice, id)).some(({ isActive }) => isActive)).toBe(false);
  });
});
