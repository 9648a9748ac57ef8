import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import type { Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { pathOf, toast, words } from "../support/page.ts";
import { fillCard, finishChallenge, pressPay } from "../support/paying.ts";
import { bookings, createBooking, rows } from "../support/recurring.ts";

const HOUR_MS = 3_600_000;
// Due bookings are placed once a minute by a Celery task.
const MINUTE_AND_MORE = { timeout: 100_000, intervals: [500] };
const LONG_TEST_MS = 180_000;

/** Saves a card that always requires 3-D Secure. */
async function saveAskingCard({ page }: Person): Promise<void> {
  await page.goto("/profile/payment-methods");
  await page.getByRole("button", { name: "Add card" }).click();
  await fillCard(page, CARDS.alwaysAsksTheBank);
  await page.getByRole("button", { name: "Save card" }).click();
  await finishChallenge(page, "Complete authentication");
  await expect(toast(page, "Card saved")).toBeVisible();
}

/** The card that the form will charge. */
const cardOf = (page: Page): Promise<string> =>
  words(
    page
      .getByRole("group", { name: "Card", exact: true })
      .locator("label")
      .filter({ has: page.getByRole("radio", { checked: true }) }),
  );

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
});
