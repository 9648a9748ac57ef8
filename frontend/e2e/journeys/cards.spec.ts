import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import type { Order } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";
import { fillCard, finishChallenge, orderWithLink, pressPay } from "../support/paying.ts";

const MINE = "/profile/payment-methods";

const entries = (page: Page): Promise<string[]> => page.getByRole("main").getByRole("listitem").allInnerTexts();

test.describe("payment methods", () => {
  test("a card that was saved at the checkout is there; another is added, made the default, and the first removed", async ({
    make,
    users,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: [
        { ref: "order", customer: "alice", provider: "salon", status: "pending" },
        { ref: "next", customer: "alice", provider: "salon", status: "pending", pickup: { days: 2 } },
      ],
    });
    const { order, next } = made.orders;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    await page.goto(`/checkout/${order.id}`);
    const box = page.getByRole("checkbox", { name: "Save this card for future bookings" });
    await expect(box).toBeVisible();
    await expect(box).not.toBeChecked();
    await fillCard(page, CARDS.succeeds);
    await box.check();
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    // A Celery task saves it shortly after the payment.
    await expect
      .poll(async () =>
        (await alice.call<{ last4: string }[]>("GET", "/api/payment-methods")).map(({ last4 }) => last4),
      )
      .toEqual(["4242"]);

    await page.goto("/profile");
    await page.getByRole("link", { name: /^Payment Methods/ }).click();
    await expect(page).toHaveURL(MINE);
    await expect(page.getByText("Visa •••• 4242").first()).toBeVisible();
    await expect(page.locator('script[src*="stripe"]')).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole("button", { name: "Add card" }).click();
    await expect(page.getByText("By saving this card, you allow us to charge it").first()).toBeVisible();
    await fillCard(page, CARDS.another);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save card" }).click();
    await expect(toast(page, "Card saved")).toBeVisible();
    await expect(page.getByText("Mastercard •••• 4444").first()).toBeVisible();

    await page.getByRole("button", { name: "Use by default" }).click();
    await expect(toast(page, "Default card changed")).toBeVisible();
    await expect.poll(async () => (await entries(page))[0]?.includes("4444")).toBe(true);
    await page.goto(`/checkout/${next.id}`);
    await expect(page.getByRole("radio", { name: /Mastercard •••• 4444/ })).toBeVisible();
    await expect(page.getByRole("radio", { name: /Mastercard •••• 4444/ })).toBeChecked();
    await expectAccessible(page);
    await pressPay(page, "27.50");
    await expect(page).toHaveURL(`/tracking/${next.id}`);
    await expect(toast(page, "Payment Successful")).toBeVisible();

    await page.goto(MINE);
    await expect(page.getByRole("listitem").filter({ hasText: "4242" }).first()).toBeVisible();
    await page.getByRole("listitem").filter({ hasText: "4242" }).getByRole("button", { name: "Remove" }).click();
    await expect(toast(page, "Card removed")).toContainText("Visa •••• 4242", { useInnerText: true });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "4242" }).first()).toBeVisible();
    await expect.poll(() => entries(page)).toHaveLength(2);
    await page.getByRole("listitem").filter({ hasText: "4242" }).getByRole("button", { name: "Remove" }).click();
    await expect(toast(page, "Card removed")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "4242" }).first()).toBeHidden();
    await expect.poll(() => entries(page)).toHaveLength(1);
    // Leaving the page sends the held action.
    await page.goto("/");
    await expect.poll(async () => (await alice.call<unknown[]>("GET", "/api/payment-methods")).length).toBe(1);
  });

  test("a bank that is asked decides whether a card is saved", async ({ make, users }) => {
    const { users: made } = await make({ users: [{ ref: "alice" }] });
    const alice = await users.signedIn(made.alice);
    const { page } = alice;
    await page.goto(MINE);
    await expect(page.getByText("No cards yet").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add card" }).click();

    await fillCard(page, CARDS.asksTheBank);
    await page.getByRole("button", { name: "Save card" }).click();
    await finishChallenge(page, "Fail authentication");
    await expect(toast(page, "Card not saved")).toBeVisible();
    expect(await alice.call("GET", "/api/payment-methods")).toEqual([]);

    await page.getByRole("button", { name: "Save card" }).click();
    await finishChallenge(page, "Complete authentication");
    await expect(toast(page, "Card saved")).toBeVisible();
    await expect(page.getByText("Visa •••• 3155").first()).toBeVisible();
  });
});

test.describe("a payment link", () => {
  test("is paid by somebody who is not signed in, whose bank first refuses and then agrees", async ({
    make,
    users,
  }) => {
    const { alice, order, link } = await orderWithLink(make, users);
    const { page } = await users.visitor();

    await page.goto(link);
    await expect(page.getByText("Order summary").first()).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("Limmatquai", { useInnerText: true });
    await fillCard(page, CARDS.alwaysAsksTheBank);
    await expectAccessible(page);
    await pressPay(page, "27.50");
    await finishChallenge(page, "Fail authentication");
    await expect(toast(page, "Payment Failed")).toBeVisible();
    await expect(page).toHaveURL(link);

    await pressPay(page, "27.50");
    await finishChallenge(page, "Complete authentication");
    await expect(page.getByText("Payment Successful").first()).toBeVisible();
    await expect(page.getByText("Your order has been confirmed!").first()).toBeVisible();
    await expect(page).toHaveURL(link);
    await expectAccessible(page);
    expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).paymentStatus).toBe("paid");
    expect(await alice.call("GET", "/api/payment-methods")).toEqual([]);
  });

  test("leads its customer to the order once it is paid", async ({ make, users }) => {
    const { alice, order, link } = await orderWithLink(make, users);
    const { page } = alice;

    await page.goto(link);
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "27.50");
    await expect(page.getByText("Payment Successful").first()).toBeVisible();
    await page.goto(link);
    await expect(page.getByText("Payment Successful").first()).toBeVisible();
    await page.getByRole("link", { name: "Track your order" }).click();
    await expect(page).toHaveURL(`/tracking/${order.id}`);
  });
});
