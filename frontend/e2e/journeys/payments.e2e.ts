import { describe, expect } from "vitest";

import { CARDS } from "../support/cards";
import { nameOf, placesOrder, providerWhoAnswersLater, providerWithHours, type Order } from "../support/orders";
import { answersTheBank, fillsCard, presses } from "../support/paying";
import { DEMO, type Person } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, toast, words } from "../support/seeing";
import { test } from "../support/stage";

/** Somebody with an account and an unpaid order, at its checkout. */
async function atCheckout(person: Person): Promise<Order> {
  await person.registers();
  const order = await placesOrder(person, await providerWithHours(person, 1));
  await person.page.goto(`/checkout/${order.id}`);
  await sees(person.page.getByText("Test payments"));
  return order;
}

describe("checkout", () => {
  test("says why a card was declined, and takes the next one", async ({ stage }) => {
    const alice = await stage.enters();
    const { page, watch } = alice;
    const order = await atCheckout(alice);
    watch.expectAnswer(402, `/stripe-standin/v1/payment_intents/${await intentOf(alice, order)}/confirm`);

    await fillsCard(page, CARDS.declined);
    await presses(page, "27.50");
    expect(await toast(page, "Payment Failed")).toContain("Your card was declined.");
    expect(pathOf(page)).toBe(`/checkout/${order.id}`);

    await fillsCard(page, CARDS.succeeds);
    await presses(page, "27.50");
    await arrivesAt(page, `/tracking/${order.id}`);
    expect(await toast(page, "Payment Successful")).toContain("Your order has been confirmed!");
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).paymentStatus).toBe("paid");
  });

  test("asks the bank where it must, and goes on when the bank agrees", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    const order = await atCheckout(alice);

    await fillsCard(page, CARDS.asksTheBank);
    await presses(page, "27.50");
    await answersTheBank(page, "Complete authentication");
    await arrivesAt(page, `/tracking/${order.id}`);
    await toast(page, "Payment Successful");
    await sees(page.getByText("Order Confirmed"));
  });

  test("stays where it is when the bank refuses, and charges nothing", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    const order = await atCheckout(alice);

    await fillsCard(page, CARDS.asksTheBank);
    await presses(page, "27.50");
    await answersTheBank(page, "Fail authentication");
    await toast(page, "Payment Failed");
    expect(pathOf(page)).toBe(`/checkout/${order.id}`);
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).status).toBe("pending");
    expect(await page.getByRole("button", { name: "Pay 27.50 CHF" }).isEnabled()).toBe(true);
  });

  test("sends no number that was mistyped", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    const order = await atCheckout(alice);

    await fillsCard(page, CARDS.mistyped);
    await presses(page, "27.50");
    expect(await toast(page, "Payment Failed")).toContain("Your card number is invalid.");
    expect(pathOf(page)).toBe(`/checkout/${order.id}`);
  });

  test("can be left, and found again in the history", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    const order = await atCheckout(alice);

    await page.getByRole("link", { name: "Back", exact: true }).click();
    await arrivesAt(page, "/history");
    const entry = page.locator("li").filter({ hasText: order.id.slice(-8) });
    await sees(entry.getByText("Waiting for payment"));
    await page.getByRole("tab", { name: "In Progress" }).click();
    await sees(page.getByText("No orders found"));
    await page.getByRole("tab", { name: "All" }).click();
    await entry.getByRole("link", { name: "Pay now" }).click();
    await arrivesAt(page, `/checkout/${order.id}`);
    await fillsCard(page, CARDS.succeeds);
    await presses(page, "27.50");
    await arrivesAt(page, `/tracking/${order.id}`);
    await toast(page, "Payment Successful");
    const provider = await words(page.locator("section").filter({ hasText: "Your provider" }).first());
    expect(provider).toContain("Message");
  });

  test("leads to a provider who answers later: the customer waits, and gets everything back after a no", async ({ stage }) => {
    const alice = await stage.enters();
    const dora = await stage.enters();
    const { page } = alice;
    await alice.registers();
    await dora.signsIn(DEMO.operator);
    const order = await placesOrder(alice, await providerWhoAnswersLater(alice));

    await page.goto(`/checkout/${order.id}`);
    await fillsCard(page, CARDS.succeeds);
    await presses(page, "27.50");
    await arrivesAt(page, `/tracking/${order.id}`);
    expect(await toast(page, "Payment Successful")).toContain("Waiting for provider confirmation");
    const status = page.locator("main [role=status]");
    await becomes(() => words(status), "Order Placed Waiting for provider confirmation");

    await dora.call("POST", `/api/orders/${order.id}/status`, { status: "cancelled", reason: "The salon is closed" });
    await becomes(async () => (await words(status)).startsWith("Order Cancelled"), true);
    await sees(page.getByText("CHF 27.50 refunded to your card"));
  });

  test("is nobody else's", async ({ stage }) => {
    const alice = await stage.enters();
    await alice.signsIn("marco.sutter@example.com");
    const provider = await providerWithHours(alice, 1);
    const order = await placesOrder(alice, provider);
    const chiara = await stage.enters();
    await chiara.signsIn(DEMO.customer);

    chiara.watch.expectAnswer(404, `/api/orders/${order.id}`);
    for (const page of ["checkout", "tracking"]) {
      await chiara.page.goto(`/${page}/${order.id}`);
      await sees(chiara.page.getByText(page === "checkout" ? "No order found" : "Order not found"));
      expect(await words(chiara.page.getByRole("main"))).not.toContain(nameOf(provider));
    }
  });
});

/** The payment's id, which the address of its confirmation carries. */
async function intentOf(person: Person, order: Order): Promise<string> {
  const body = { amount: Number(order.totalAmount), orderId: order.id };
  const { clientSecret } = await person.call<{ clientSecret: string }>("POST", "/api/create-payment-intent", body);
  return clientSecret.split("_secret_")[0] ?? "";
}
