import { freeHours, type Order } from "../fixtures/orders.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";

const DAYS_AHEAD = 3;
/** Height of an hour in the grid; the first hour is 7. */
const HOUR_PX = 28;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

test.describe("a provider's week", () => {
  test("changes hours, days off and a pause, and never loses a booking by it", async ({ make, users }) => {
    const {
      users: made,
      providers: { salon },
      orders: { job },
    } = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon", hours: [{ from: "08:00", to: "18:00" }] }],
      orders: [{ ref: "job", customer: "alice", provider: "salon", pickup: { days: DAYS_AHEAD, time: "10:00" } }],
    });
    const alice = await users.signedIn(made.alice);
    const bruno = await users.signedIn(made.salon);
    const { page } = bruno;
    const weekday = WEEKDAYS[new Date(`${job.date}T12:00:00Z`).getUTCDay()] ?? "";
    const bookable = async (): Promise<number> => (await freeHours(alice, salon.id, DAYS_AHEAD, DAYS_AHEAD)).length;
    const number = new RegExp(`Order ${job.id.slice(-8)}`);

    // 1. The day is removed: the booking stays, and is listed with a link.
    await page.goto("/provider");
    await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Week" }).click();
    await page.getByRole("button", { name: new RegExp(`^Change ${weekday}, 08:00 to 18:00`) }).click();
    await expectAccessible(page);
    await page
      .getByRole("dialog", { name: `Hours on ${weekday}` })
      .getByRole("button", { name: "Remove these hours" })
      .click();
    await expect(toast(page, "Saved")).toContainText("See above.", { useInnerText: true });
    await expect(page.getByRole("heading", { name: /no longer fits? your week/ }).first()).toBeVisible();
    await expectAccessible(page);
    expect(await bookable()).toBe(0);
    await page.getByRole("link", { name: number }).click();
    await expect(page.locator("li:focus").getByText(number).first()).toBeVisible();
    await expect(page.locator("li:focus").getByRole("button", { name: "Start pickup" }).first()).toBeVisible();

    // 2. New hours cover the booking again. A click in the grid starts them there.
    await page.goto("/provider/schedule");
    const closed = page.getByText("Not working").locator("..").first();
    await closed.click({ position: { x: 20, y: 5.5 * HOUR_PX } });
    const begun = page.getByRole("dialog", { name: "Add hours" });
    await expect(begun.getByLabel("From")).toHaveValue("12:00");
    await expect(begun.getByLabel("To")).toHaveValue("16:00");
    await begun.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: `Add hours on ${weekday}` }).click();
    const hours = page.getByRole("dialog", { name: "Add hours" });
    await hours.getByLabel("From").selectOption("08:00");
    await hours.getByLabel("To").selectOption("18:00");
    await hours.getByLabel("Places per slot").selectOption("5");
    await expectAccessible(page);
    await hours.getByRole("button", { name: "Save hours" }).click();
    await expect(
      page.getByRole("button", { name: `Change ${weekday}, 08:00 to 18:00 60 min, 5 places per slot` }).first(),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: number })).toBeHidden();
    await expect.poll(async () => (await bookable()) > 0).toBe(true);

    // 3. A day off covers it; removing it restores everything.
    await page.getByRole("button", { name: "Add days off" }).click();
    const off = page.getByRole("dialog", { name: "Days off" });
    await off.getByLabel("First day").fill(job.date);
    await off.getByLabel("Note for yourself").fill("Hiking");
    await off.getByRole("button", { name: "Save days off" }).click();
    await expect(page.getByRole("link", { name: number })).toBeVisible();
    await expect(page.getByText("Hiking").first()).toBeVisible();
    expect(await bookable()).toBe(0);
    await page.getByRole("button", { name: /^Remove days off/ }).click();
    await expect(page.getByText("No days off planned.").first()).toBeVisible();
    await expect(page.getByRole("link", { name: number })).toBeHidden();

    // 4. A pause leaves the booking, and is ended manually.
    await page.getByRole("button", { name: "Pause bookings" }).click();
    const pause = page.getByRole("dialog", { name: "Pause bookings" });
    await pause.getByLabel("Back on").fill(swissDay(20));
    await pause.getByRole("button", { name: "Pause now" }).click();
    await expect(page.getByText(/You are back on/).first()).toBeVisible();
    await expect(page.getByRole("link", { name: number })).toBeVisible();
    await expectAccessible(page);
    expect(await bookable()).toBe(0);
    await page.getByRole("button", { name: "Take bookings again" }).click();
    await expect(page.getByRole("button", { name: "Pause bookings" })).toBeVisible();
    await expect(page.getByRole("link", { name: number })).toBeHidden();
    expect(await bookable()).toBeGreaterThan(0);
    expect((await alice.call<Order>("GET", `/api/orders/${job.id}`)).status).toBe("confirmed");
  });
});
