import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe("a paid order", () => {
  test("is offered four weeks of hours, and of the day that runs none that has begun", async ({
    make,
    users,
    clock,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 3, time: "10:00" } }],
    });
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    const tomorrow = swissDay(1);
    await clock.set(swissInstant(tomorrow, "16:30"), alice);
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    const values = (name: string): Promise<string[]> =>
      dialog
        .getByLabel(name)
        .locator("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    await dialog.getByLabel("Day").selectOption(tomorrow);
    // The first option asks for a choice.
    await expect.poll(() => values("Time")).toEqual(["", "17:00", "18:00", "19:00"]);
    // Slots of the newest day may or may not be generated already.
    expect([27, 28].map((days) => swissDay(days))).toContain((await values("Day")).at(-1));
  });
});
