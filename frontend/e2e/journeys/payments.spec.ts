import { CARDS } from "../fixtures/cards.ts";
import { nameOf, type Order, placeOrder, providerWhoAnswersLater, providerWithHours } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast, words } from "../support/page.ts";
import { answerBank, fillCard, pressPay } from "../support/paying.ts";

/** Somebody with an account and an unpaid order, at its checkout. */
async function openCheckout(person: Person): Promise<Order> {
  await person.register();
  const order = await placeOrder(person, await providerWithHours(person, 1));
  await person.page.goto(`/checkout/${order.id}`);
  await expect(person.page.getByText("Test payments").first()).toBeVisible();
  return order;
}

test.describe("checkout", () => {
  test("says why a card was declined, and takes the next one", async ({ users }) => {
    const alice = await users.visitor();
    const { page, pageErrors } = alice;
    const order = await openCheckout(alice);
    pageErrors.expectResponse(402, `/stripe-standin/v1/payment_intents/${await intentOf(alice, order)}/confirm`);

    await fillCard(page, CARDS.declined);
    await pressPay(page, "27.50");
    await expect(toast(page, "Payment Failed")).toContainText("Your card was declined.", { useInnerText: true });
    await expect(page).toHaveURL(`/checkout/${order.id}`);

    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toContainText("Your order has been confirmed!", { useInnerText: true });
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).paymentStatus).toBe("paid");
  });

  test("asks the bank where it must, and goes on when the bank agrees", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    const order = await openCheckout(alice);

    await fillCard(page, CARDS.asksTheBank);
    await pressPay(page, "27.50");
    await answerBank(page, "Complete authentication");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toBeVisible();
    await expect(page.getByText("Order Confirmed").first()).toBeVisible();
  });

  test("stays where it is when the bank refuses, and charges nothing", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    const order = await openCheckout(alice);

    await fillCard(page, CARDS.asksTheBank);
    await pressPay(page, "27.50");
    await answerBank(page, "Fail authentication");
    await expect(toast(page, "Payment Failed")).toBeVisible();
    await expect(page).toHaveURL(`/checkout/${order.id}`);
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).status).toBe("pending");
    await expect(page.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
  });

  test("sends no number that was mistyped", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    const order = await openCheckout(alice);

    await fillCard(page, CARDS.mistyped);
    await pressPay(page, "27.50");
    await expect(toast(page, "Payment Failed")).toContainText("Your card number is invalid.", { useInnerText: true });
    await expect(page).toHaveURL(`/checkout/${order.id}`);
  });

  test("can be left, and found again in the history", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    const order = await openCheckout(alice);

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
    const provider = await words(page.locator("section").filter({ hasText: "Your provider" }).first());
    expect(provider).toContain("Message");
  });

  test("leads to a provider who answers later: the customer waits, and gets everything back after a no", async ({ users }) => {
    const alice = await users.visitor();
    const dora = await users.visitor();
    const { page } = alice;
    await alice.register();
    await dora.signIn(DEMO.operator);
    const order = await placeOrder(alice, await providerWhoAnswersLater(alice));

    await page.goto(`/checkout/${order.id}`);
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await expect(toast(page, "Payment Successful")).toContainText("Waiting for provider confirmation", { useInnerText: true });
    const status = page.locator("main [role=status]");
    await expect(status).toHaveText("Order Placed Waiting for provider confirmation", { useInnerText: true });

    await dora.call("POST", `/api/orders/${order.id}/status`, { status: "cancelled", reason: "The salon is closed" });
    await expect(status).toHaveText(/^\s*Order Cancelled/, { useInnerText: true });
    await expect(page.getByText("CHF 27.50 refunded to your card").first()).toBeVisible();
  });

  test("is nobody else's", async ({ users }) => {
    const alice = await users.visitor();
    await alice.signIn("marco.sutter@example.com");
    const provider = await providerWithHours(alice, 1);
    const order = await placeOrder(alice, provider);
    const chiara = await users.visitor();
    await chiara.signIn(DEMO.customer);

    chiara.pageErrors.expectResponse(404, `/api/orders/${order.id}`);
    for (const page of ["checkout", "tracking"]) {
      await chiara.page.goto(`/${page}/${order.id}`);
      await expect(chiara.page.getByText(page === "checkout" ? "No order found" : "Order not found").first()).toBeVisible();
      await expect(chiara.page.getByRole("main")).not.toContainText(nameOf(provider), { useInnerText: true });
    }
  });
});

/** The payment's id, which the address of its confirmation carries. */
async function intentOf(person: Person, order: Order): Promise<string> {
  const body = { amount: Number(order.totalAmount), orderId: order.id };
  const { clientSecret } = await person.call<{ clientSecret: string }>("POST", "/api/create-payment-intent", body);
  return clientSecret.split("_secret_")[0] ?? "";
}
