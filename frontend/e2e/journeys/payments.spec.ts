import { CARDS } from "../fixtures/cards.ts";
import type { MadeOrder, MadeUser, World } from "../fixtures/factory.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { toast } from "../support/page.ts";
import { fillCard, finishChallenge, pressPay } from "../support/paying.ts";

/** A customer with an unpaid order. */
const UNPAID = {
  users: [{ ref: "alice" }],
  providers: [{ ref: "salon" }],
  orders: [{ ref: "job", customer: "alice", provider: "salon", status: "pending" }],
} as const satisfies World;

/** Opens the order's checkout. */
async function openCheckout(users: Users, made: MadeUser, order: MadeOrder): Promise<Person> {
  const person = await users.signedIn(made);
  await person.page.goto(`/checkout/${order.id}`);
  await expect(person.page.getByText("Test payments").first()).toBeVisible();
  return person;
}

test.describe("checkout", () => {
  test("says why a card was declined, and takes the next one", async ({ make, users }) => {
    const {
      users: made,
      orders: { job: order },
    } = await make(UNPAID);
    const alice = await openCheckout(users, made.alice, order);
    const { page, pageErrors } = alice;
    pageErrors.expectResponse(402, `/stripe-standin/v1/payment_intents/${await intentOf(alice, order)}/confirm`);

    await fillCard(page, CARDS.declined);
    await pressPay(page, "27.50");
    await expect(toast(page, "Payment Failed")).toContainText("Your card was declined.", { useInnerText: true });
    await expect(page).toHaveURL(`/checkout/${order.id}`);

    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toContainText("Your order has been confirmed!", {
      useInnerText: true,
    });
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).paymentStatus).toBe("paid");
  });

  test("asks the bank where it must, and goes on when the bank agrees", async ({ make, users }) => {
    const {
      users: made,
      orders: { job: order },
    } = await make(UNPAID);
    const alice = await openCheckout(users, made.alice, order);
    const { page } = alice;

    await fillCard(page, CARDS.asksTheBank);
    await pressPay(page, "27.50");
    await finishChallenge(page, "Complete authentication");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toBeVisible();
    await expect(page.getByText("Order Confirmed").first()).toBeVisible();
  });

  test("stays where it is when the bank refuses, and charges nothing", async ({ make, users }) => {
    const {
      users: made,
      orders: { job: order },
    } = await make(UNPAID);
    const alice = await openCheckout(users, made.alice, order);
    const { page } = alice;

    await fillCard(page, CARDS.asksTheBank);
    await pressPay(page, "27.50");
    await finishChallenge(page, "Fail authentication");
    await expect(toast(page, "Payment Failed")).toBeVisible();
    await expect(page).toHaveURL(`/checkout/${order.id}`);
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).status).toBe("pending");
    await expect(page.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
  });

  test("can be left, and found again in the history", async ({ make, users }) => {
    const {
      users: made,
      orders: { job: order },
    } = await make(UNPAID);
    const alice = await openCheckout(users, made.alice, order);
    const { page } = alice;

    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL("/history");
    const entry = page.locator("li").filter({ hasText: order.id.slice(-8) });
    await expect(entry.getByText("Waiting for payment").first()).toBeVisible();
    await page.getByRole("tab", { name: "In Progress" }).click();
    await expect(page.getByText("No orders found").first()).toBeVisible();
    await page.getByRole("tab", { name: "All" }).click();
    await entry.getByRole("link", { name: "Pay now" }).click();
    await expect(page).toHaveURL(`/checkout/${order.id}`);
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toBeVisible();
    await expect(page.locator("section").filter({ hasText: "Your provider" }).first()).toContainText("Message", {
      useInnerText: true,
    });
  });

  test("leads to a provider who answers later: the customer waits, and gets everything back after a no", async ({
    make,
    users,
  }) => {
    const {
      users: made,
      orders: { job: order },
    } = await make({
      users: [{ ref: "alice" }, { ref: "dora", firstName: "Dora", operator: "all" }],
      providers: [{ ref: "salon", acceptsInstantly: false }],
      orders: [
        { ref: "job", customer: "alice", provider: "salon", status: "pending", pickup: { days: 3, time: "10:00" } },
      ],
    });
    const alice = await users.signedIn(made.alice);
    const dora = await users.signedIn(made.dora);
    const { page } = alice;

    await page.goto(`/checkout/${order.id}`);
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toContainText("Waiting for provider confirmation", {
      useInnerText: true,
    });
    const status = page.locator("main [role=status]").first();
    await expect(status).toHaveText("Order Placed Waiting for provider confirmation", { useInnerText: true });

    await dora.call("POST", `/api/orders/${order.id}/status`, { status: "cancelled", reason: "The salon is closed" });
    await expect(status).toHaveText(/^\s*Order Cancelled/, { useInnerText: true });
    await expect(page.getByText("CHF 27.50 refunded").first()).toBeVisible();
  });
});

/** The PaymentIntent's id, from the URL of the confirm request. */
async function intentOf(person: Person, order: MadeOrder): Promise<string> {
  const body = { amount: Number(order.totalAmount), orderId: order.id };
  const { clientSecret } = await person.call<{ clientSecret: string }>("POST", "/api/create-payment-intent", body);
  return clientSecret.split("_secret_")[0] ?? "";
}
