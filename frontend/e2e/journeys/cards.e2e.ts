import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { CARDS } from "../support/cards";
import { looksRight } from "../support/looks";
import { placesOrder, providerWithHours, type Order } from "../support/orders";
import { answersTheBank, fillsCard, payLinkOf, presses } from "../support/paying";
import { DEMO, type Person } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, seesNoMore, toast, words } from "../support/seeing";
import { test, type Stage } from "../support/stage";

const MINE = "/profile/payment-methods";

const entries = (page: Page): Promise<string[]> => page.getByRole("main").getByRole("listitem").allInnerTexts();

describe("payment methods", () => {
  test("a card that was saved at the checkout is there; another is added, made the default, and the first removed", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    const order = await placesOrder(alice, await providerWithHours(alice, 1));
    await page.goto(`/checkout/${order.id}`);
    const box = page.getByRole("checkbox", { name: "Save this card for future bookings" });
    await sees(box);
    expect(await box.isChecked()).toBe(false);
    await fillsCard(page, CARDS.succeeds);
    await box.check();
    await presses(page, "27.50");
    await arrivesAt(page, `/tracking/${order.id}`);
    // The worker saves it a moment after the payment.
    await becomes(async () => (await alice.call<{ last4: string }[]>("GET", "/api/payment-methods")).map(({ last4 }) => last4), ["4242"]);

    await page.goto("/profile");
    await page.getByRole("link", { name: /^Payment Methods/ }).click();
    await arrivesAt(page, MINE);
    await sees(page.getByText("Visa •••• 4242"));
    expect(await page.locator('script[src*="stripe"]').count()).toBe(0);
    await looksRight(page);

    await page.getByRole("button", { name: "Add card" }).click();
    await sees(page.getByText("By saving this card, you allow us to charge it"));
    await fillsCard(page, CARDS.another);
    await looksRight(page);
    await page.getByRole("button", { name: "Save card" }).click();
    await toast(page, "Card saved");
    await sees(page.getByText("Mastercard •••• 4444"));

    await page.getByRole("button", { name: "Use by default" }).click();
    await toast(page, "Default card changed");
    await becomes(async () => (await entries(page))[0]?.includes("4444"), true);
    const next = await placesOrder(alice, await providerWithHours(alice, 1), 2);
    await page.goto(`/checkout/${next.id}`);
    await sees(page.getByRole("radio", { name: /Mastercard •••• 4444/ }));
    expect(await page.getByRole("radio", { name: /Mastercard •••• 4444/ }).isChecked()).toBe(true);
    await looksRight(page);
    await presses(page, "27.50");
    await arrivesAt(page, `/tracking/${next.id}`);
    await toast(page, "Payment Successful");

    await page.goto(MINE);
    await sees(page.getByRole("listitem").filter({ hasText: "4242" }));
    await page.getByRole("listitem").filter({ hasText: "4242" }).getByRole("button", { name: "Remove" }).click();
    expect(await toast(page, "Card removed")).toContain("Visa •••• 4242");
    await looksRight(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await sees(page.getByRole("listitem").filter({ hasText: "4242" }));
    expect(await entries(page)).toHaveLength(2);
    await page.getByRole("listitem").filter({ hasText: "4242" }).getByRole("button", { name: "Remove" }).click();
    await toast(page, "Card removed");
    await seesNoMore(page.getByRole("listitem").filter({ hasText: "4242" }));
    expect(await entries(page)).toHaveLength(1);
    // A page that is left sends what was held back.
    await page.goto("/");
    await becomes(async () => (await alice.call<unknown[]>("GET", "/api/payment-methods")).length, 1);
  });

  test("a bank that is asked decides whether a card is saved", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    await page.goto(MINE);
    await sees(page.getByText("No cards yet"));
    await looksRight(page);
    await page.getByRole("button", { name: "Add card" }).click();

    await fillsCard(page, CARDS.asksTheBank);
    await page.getByRole("button", { name: "Save card" }).click();
    await answersTheBank(page, "Fail authentication");
    await toast(page, "Card not saved");
    expect(await alice.call("GET", "/api/payment-methods")).toEqual([]);

    await page.getByRole("button", { name: "Save card" }).click();
    await answersTheBank(page, "Complete authentication");
    await toast(page, "Card saved");
    await sees(page.getByText("Visa •••• 3155"));
  });
});

type Scene = { alice: Person; order: Order; link: string };

/** Somebody's unpaid order, and the link by which anybody pays it. */
async function orderWithLink(stage: Stage): Promise<Scene> {
  const alice = await stage.enters();
  const dora = await stage.enters();
  await alice.registers();
  await dora.signsIn(DEMO.operator);
  const order = await placesOrder(alice, await providerWithHours(alice, 2));
  return { alice, order, link: await payLinkOf(dora, order) };
}

describe("a payment link", () => {
  test("is paid by somebody who is not signed in, whose bank first refuses and then agrees", async ({ stage }) => {
    const { alice, order, link } = await orderWithLink(stage);
    const { page } = await stage.enters();

    await page.goto(link);
    await sees(page.getByText("Order summary"));
    expect(await words(page.getByRole("main"))).not.toContain("Limmatquai");
    await fillsCard(page, CARDS.alwaysAsksTheBank);
    await looksRight(page);
    await presses(page, "27.50");
    await answersTheBank(page, "Fail authentication");
    await toast(page, "Payment Failed");
    expect(pathOf(page)).toBe(link);

    await presses(page, "27.50");
    await answersTheBank(page, "Complete authentication");
    await sees(page.getByText("Payment Successful"));
    await sees(page.getByText("Your order has been confirmed!"));
    expect(pathOf(page)).toBe(link);
    await looksRight(page);
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).paymentStatus).toBe("paid");
    expect(await alice.call("GET", "/api/payment-methods")).toEqual([]);
  });

  test("leads its customer to the order once it is paid", async ({ stage }) => {
    const { alice, order, link } = await orderWithLink(stage);
    const { page } = alice;

    await page.goto(link);
    await fillsCard(page, CARDS.succeeds);
    await presses(page, "27.50");
    await sees(page.getByText("Payment Successful"));
    await page.goto(link);
    await sees(page.getByText("Payment Successful"));
    await page.getByRole("link", { name: "Track your order" }).click();
    await arrivesAt(page, `/tracking/${order.id}`);
  });

  test("is over with its order, and nothing when it was not made here", async ({ stage }) => {
    const { alice, order, link } = await orderWithLink(stage);
    const visitor = await stage.enters();
    const { page } = visitor;
    await alice.call("POST", `/api/orders/${order.id}/cancellation`);

    await page.goto(link);
    await sees(page.getByText("This order can no longer be paid"));
    await looksRight(page);
    visitor.watch.expectAnswer(404, "/api/pay-links/made-up");
    await page.goto("/pay/made-up");
    await sees(page.getByText("This payment link is not valid"));
    await looksRight(page);
  });
});
