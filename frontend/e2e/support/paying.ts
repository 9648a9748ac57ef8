import type { Page } from "@playwright/test";

import type { Factory, MadeOrder } from "../fixtures/factory.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";

/** Fills in a card in Stripe's iframe; with saved cards that must be opened first. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
  const another = page.getByRole("radio", { name: "Another card" });
  await expect(another.or(page.locator('iframe[title="Secure payment input frame"]')).first()).toBeVisible();
  if ((await another.count()) > 0) await another.check();
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiry (MM / YY)").fill("1240");
  await frame.getByLabel("CVC").fill("123");
}

/** The button "Pay 27.50 CHF". */
export async function pressPay(page: Page, total: string): Promise<void> {
  await page.getByRole("button", { name: `Pay ${total} CHF`, exact: true }).click();
}

/** Completes or fails the 3-D Secure challenge in its iframe. */
export async function finishChallenge(
  page: Page,
  outcome: "Complete authentication" | "Fail authentication",
): Promise<void> {
  const bank = page.frameLocator('iframe[title="3-D Secure authentication"]');
  const button = bank.getByRole("button", { name: outcome });
  await expect(button).toBeVisible();
  await button.click();
}

/** An order's pay link, as an operator finds it in the admin site. */
export async function payLinkOf(operator: Person, order: Pick<Order, "id">): Promise<string> {
  const page = await operator.context.request.get(`/admin/orders/order/${order.id}/change/`);
  const [link] = /\/pay\/[\w~-]+/.exec(await page.text()) ?? [];
  if (link === undefined) throw new Error("The back office shows no payment link.");
  return link;
}

/** An unpaid order, and its pay link. */
export async function orderWithLink(
  make: Factory["make"],
  users: Users,
): Promise<{ alice: Person; order: MadeOrder; link: string }> {
  const made = await make({
    users: [{ ref: "alice" }, { ref: "dora", firstName: "Dora", operator: "all" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", status: "pending" }],
  });
  const { order } = made.orders;
  const dora = await users.signedIn(made.users.dora);
  return { alice: await users.signedIn(made.users.alice), order, link: await payLinkOf(dora, order) };
}
