import { ADDRESS_LINE, placeOrderAt } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

const ORDER = { ref: "order", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } } as const;
const CONFIRMED = { users: [{ ref: "alice" }], providers: [{ ref: "salon" }], orders: [ORDER] } as const;

test.describe("a paid order", () => {
  test("is cancelled after its price was named, and the money goes back", async ({ make, users }) => {
    const made = await make(CONFIRMED);
    const { order } = made.orders;
    const { page } = await users.signedIn(made.users.alice);

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(dialog.getByText("Cancelling is free of charge. You get CHF 27.50 back.").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(toast(page, "Order Cancelled")).toBeVisible();
    await expect(page.getByText("CHF 27.50 refunded").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel order" })).toBeHidden();

    await page.goto("/history");
    const entry = page.locator("li").filter({ hasText: order.id.slice(-8) });
    await expect(entry).toContainText("Order Cancelled", { useInnerText: true });
    for (const tab of ["Completed", "In Progress"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByText("No orders found").first()).toBeVisible();
    }
  });

  test("gets another pickup time", async ({ make, users }) => {
    const made = await make(CONFIRMED);
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    const wanted = { date: swissDay(3), startTime: "15:00" };

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    await dialog.getByLabel("Day").selectOption(wanted.date);
    await dialog.getByLabel("Time").selectOption(wanted.startTime);
    await dialog.getByRole("button", { name: "Change pickup time" }).click();
    await expect(toast(page, "Pickup time changed")).toContainText(wanted.startTime, { useInnerText: true });
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Order details" }) });
    await expect(details).toContainText(wanted.startTime, { useInnerText: true });
    const moved = await alice.call<{ pickupTime: string }>("GET", `/api/orders/${order.id}`);
    expect(new Date(moved.pickupTime)).toEqual(swissInstant(wanted.date, wanted.startTime));
  });

  test("gets no pickup time that somebody else has taken: it is chosen no longer, and all days are offered", async ({
    make,
    users,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }, { ref: "chiara", firstName: "Chiara" }],
      providers: [{ ref: "salon", hours: [{ capacity: 1 }] }],
      orders: [ORDER],
    });
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page, pageErrors } = alice;
    const chiara = await users.signedIn(made.users.chiara);
    const wanted = { date: swissDay(3), startTime: "15:00" };
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change pickup time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change pickup time" });
    await dialog.getByLabel("Day").selectOption(wanted.date);
    await dialog.getByLabel("Time").selectOption(wanted.startTime);

    await placeOrderAt(chiara, made.providers.salon, wanted);
    pageErrors.expectResponse(409, `/api/orders/${order.id}/reschedule`);
    await dialog.getByRole("button", { name: "Change pickup time" }).click();

    await expect(dialog.getByText(/Please choose another time\.$/).first()).toBeVisible();
    await expect(dialog.getByLabel("Time")).toHaveValue("");
    await expect(dialog.getByLabel("Time")).not.toContainText(wanted.startTime, { useInnerText: true });
    await expect.poll(() => dialog.getByLabel("Day").locator("option").count()).toBeGreaterThan(3);
    const { pickupTime } = await alice.call<{ pickupTime: string }>("GET", `/api/orders/${order.id}`);
    expect(new Date(pickupTime)).toEqual(new Date(order.pickupTime));
  });

  test("gets another address, which stays", async ({ make, users }) => {
    const made = await make(CONFIRMED);
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    const otherAddress = "Weinbergstrasse 20, Zurich 8001";

    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Change address, note or care" }).click();
    const dialog = page.getByRole("dialog", { name: "Change address, note or care" });
    await dialog.getByLabel("Delivery address").fill(otherAddress);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Order changed")).toBeVisible();
    await expect(dialog.first()).toBeHidden();
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Order details" }) });
    await expect(details.getByText(otherAddress).first()).toBeVisible();
    await page.reload();
    await expect(details.getByText(otherAddress).first()).toBeVisible();
    await expect(details.getByText(ADDRESS_LINE).first()).toBeVisible();
    expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({
      pickupAddress: ADDRESS_LINE,
      deliveryAddress: otherAddress,
    });
  });

  test("has a conversation that both sides follow live", async ({ make, users }) => {
    const made = await make(CONFIRMED);
    const { order } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const bruno = await users.signedIn(made.users.salon);

    await alice.page.goto(`/tracking/${order.id}`);
    await alice.page.getByRole("button", { name: "Message" }).click();
    const hers = alice.page.getByRole("dialog", { name: "Messages with Bruno" });
    await expect(hers.getByText("No messages yet.").first()).toBeVisible();
    await bruno.page.goto("/provider");
    await bruno.page
      .locator("li")
      .filter({ hasText: order.id.slice(-8) })
      .getByRole("button", { name: "Message" })
      .click();
    const his = bruno.page.getByRole("dialog", { name: "Messages with Alice" });

    await hers.getByLabel("Your message").fill("The door code is 12.");
    await hers.getByRole("button", { name: "Send" }).click();
    await expect(his.getByRole("log").getByText("The door code is 12.").first()).toBeVisible();
    await his.getByLabel("Your message").fill("<b>Thank you</b>");
    await his.getByRole("button", { name: "Send" }).click();
    await expect(hers.getByRole("log").getByText("<b>Thank you</b>").first()).toBeVisible();
    await expect(hers.getByRole("log").locator("b")).toHaveCount(0);
  });
});

test.describe("an operator", () => {
  test("moves an order on, and cancels another with everything refunded; the customer sees both live", async ({
    make,
    users,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }, { ref: "dora", firstName: "Dora", operator: "all" }],
      providers: [{ ref: "salon" }],
      orders: [
        { ref: "moved", customer: "alice", provider: "salon", pickup: { days: 1, time: "10:00" } },
        { ref: "cancelled", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } },
      ],
    });
    const { moved, cancelled } = made.orders;
    const { page } = await users.signedIn(made.users.alice);
    const dora = await users.signedIn(made.users.dora, { viewport: DESKTOP });

    await page.goto(`/tracking/${moved.id}`);
    const status = page.locator("main [role=status]").first();
    await expect(status).toHaveText(/^\s*Order Confirmed/, { useInnerText: true });
    await openOrder(dora, moved.id);
    await dora.page.getByRole("link", { name: "Start pickup" }).click();
    await expect(dora.page.getByText("The customer is told, and the timeline shows it.").first()).toBeVisible();
    await dora.page.getByRole("button", { name: "Start pickup" }).click();
    await expect(status).toHaveText(`Pickup in Progress ${made.providers.salon.name} is on the way`, {
      useInnerText: true,
    });

    await page.goto(`/tracking/${cancelled.id}`);
    await expect(status).toHaveText(/^\s*Order Confirmed/, { useInnerText: true });
    await openOrder(dora, cancelled.id);
    await dora.page.getByRole("link", { name: "Cancel and refund" }).click();
    await expect(dora.page.getByText(/27\.50/).first()).toBeVisible();
    await dora.page.getByLabel("Reason").fill("The washing machine is broken");
    await dora.page.getByRole("button", { name: "Cancel and refund" }).click();
    await expect(status).toContainText("CHF 27.50 refunded", { useInnerText: true });
    await expect(page.getByText("Order Cancelled").first()).toBeVisible();
    await expect(
      page.getByText("The order was cancelled by our support team: The washing machine is broken.").first(),
    ).toBeVisible();
  });
});

/** Finds the order in the admin site by the number that customers see. */
async function openOrder({ page }: Person, orderId: string): Promise<void> {
  const number = orderId.slice(-8);
  await page.goto("/admin/");
  await page.goto(`/admin/orders/order/?q=${number}`);
  await page.getByRole("link", { name: number }).click();
}
