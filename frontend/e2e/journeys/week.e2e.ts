import { describe, expect } from "vitest";

import { looksRight } from "../support/looks";
import { freeHours, pays, type Order } from "../support/orders";
import { becomes, sees, seesNoMore, toast } from "../support/seeing";
import { test } from "../support/stage";
import { swissDay, swissInstant } from "../support/swiss-time";

// Somebody whom no other test books or moves: the week is theirs to change.
const MILAN = "milan.jovanovic@example.com";
const NEAR_MILAN = "Zürcher Strasse 40, St. Gallen 9014";
/** How high an hour of the grid is; its first one is 7. */
const HOUR_PX = 28;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

describe("a provider's week", () => {
  test("changes hours, days off and a pause, and never loses a booking by it", async ({ stage }) => {
    const alice = await stage.enters();
    const milan = await stage.enters();
    const { page } = milan;
    await alice.signsIn("laura.steiner@example.com");
    const providerId = (await milan.signsIn(MILAN)).providerId ?? "";
    const [slot] = (await freeHours(alice, providerId, 2, 8)).sort((one, other) => one.date.localeCompare(other.date));
    if (slot === undefined) throw new Error("No hour is free.");
    const placed = await alice.call<Order>("POST", "/api/orders", {
      providerId,
      serviceType: "standard",
      weight: "10.0",
      pickupAddress: NEAR_MILAN,
      deliveryAddress: NEAR_MILAN,
      pickupTime: swissInstant(slot.date, slot.startTime).toISOString(),
    });
    const order = await pays(alice, placed);
    const weekday = WEEKDAYS[new Date(`${slot.date}T12:00:00Z`).getUTCDay()] ?? "";
    const bookable = async (): Promise<number> => (await freeHours(alice, providerId, daysTo(slot.date), daysTo(slot.date))).length;
    const number = new RegExp(`Order ${order.id.slice(-8)}`);

    // 1. The day is no longer worked: what is booked stays, and is pointed out with the way to it.
    await page.goto("/provider");
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Week" }).click();
    await page.getByRole("button", { name: new RegExp(`^Change ${weekday}, 08:00 to 18:00`) }).click();
    await looksRight(page);
    await page.getByRole("dialog", { name: `Hours on ${weekday}` }).getByRole("button", { name: "Remove these hours" }).click();
    expect(await toast(page, "Saved")).toContain("See above.");
    await sees(page.getByRole("heading", { name: /on closed hours/ }));
    await looksRight(page);
    expect(await bookable()).toBe(0);
    await page.getByRole("link", { name: number }).click();
    await sees(page.locator("li:focus").getByText(number));
    await sees(page.locator("li:focus").getByRole("button", { name: "Start pickup" }));

    // 2. It is worked again, with other hours: the booking is within them. A press in the grid begins them where it falls.
    await page.goto("/provider/schedule");
    const closed = page.getByText("Not working").locator("..").first();
    await closed.click({ position: { x: 20, y: 5.5 * HOUR_PX } });
    const begun = page.getByRole("dialog", { name: "Add hours" });
    await becomes(() => begun.getByLabel("From").inputValue(), "12:00");
    expect(await begun.getByLabel("To").inputValue()).toBe("16:00");
    await begun.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: `Add hours on ${weekday}` }).click();
    const hours = page.getByRole("dialog", { name: "Add hours" });
    await hours.getByLabel("From").selectOption("08:00");
    await hours.getByLabel("To").selectOption("18:00");
    await hours.getByLabel("Places per slot").selectOption("5");
    await looksRight(page);
    await hours.getByRole("button", { name: "Save hours" }).click();
    await sees(page.getByRole("button", { name: `Change ${weekday}, 08:00 to 18:00 60 min, 5 places per slot` }));
    await seesNoMore(page.getByRole("link", { name: number }));
    await becomes(async () => (await bookable()) > 0, true);

    // 3. A day off takes it away again; without it everything is as before.
    await page.getByRole("button", { name: "Add days off" }).click();
    const off = page.getByRole("dialog", { name: "Days off" });
    await off.getByLabel("First day").fill(slot.date);
    await off.getByLabel("Note for yourself").fill("Hiking");
    await off.getByRole("button", { name: "Save days off" }).click();
    await sees(page.getByRole("link", { name: number }));
    await sees(page.getByText("Hiking"));
    expect(await bookable()).toBe(0);
    await page.getByRole("button", { name: /^Remove days off/ }).click();
    await sees(page.getByText("No days off planned."));
    await seesNoMore(page.getByRole("link", { name: number }));

    // 4. A pause leaves the booking, and comes to its end by hand.
    await page.getByRole("button", { name: "Pause bookings" }).click();
    const pause = page.getByRole("dialog", { name: "Pause bookings" });
    await pause.getByLabel("Back on").fill(swissDay(20));
    await pause.getByRole("button", { name: "Pause now" }).click();
    await sees(page.getByText(/You are back on/));
    await sees(page.getByRole("link", { name: number }));
    await looksRight(page);
    expect(await bookable()).toBe(0);
    await page.getByRole("button", { name: "Take bookings again" }).click();
    await sees(page.getByRole("button", { name: "Pause bookings" }));
    await seesNoMore(page.getByRole("link", { name: number }));
    expect(await bookable()).toBeGreaterThan(0);
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).status).toBe("confirmed");
  });
});

function daysTo(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(swissDay())) / 86_400_000);
}
