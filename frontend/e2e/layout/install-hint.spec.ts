import type { Page } from "@playwright/test";

import type { Order } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";

/** Chrome would ask now whether the app shall be installed; without windows it never does. */
function asks(page: Page): Promise<void> {
  return page.evaluate(() => void window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => Promise.resolve() })));
}

test("whoever has completed an order is offered once to install the app, and nobody at the checkout", async ({ users }) => {
  const mira = await users.visitor();
  const { page } = mira;
  const { id } = await mira.signIn(DEMO.customer);
  const orders = await mira.call<Order[]>("GET", `/api/orders/customer/${id}`);
  const completed = orders.find(({ status }) => status === "completed");
  const hint = page.getByRole("heading", { name: "Keep Suuber at hand" });

  await page.goto("/checkout");
  await asks(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(hint).toHaveCount(0);

  await page.goto(`/tracking/${completed?.id}`);
  await expect(page.getByRole("heading", { name: "Once more?" }).first()).toBeVisible();
  await asks(page);
  await expect(hint.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "History" }).first().click();
  await expect(hint.first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "No, thanks" }).click();
  await expect(hint.first()).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tab", { name: "All" }).first()).toBeVisible();
  await asks(page);
  await expect(hint).toHaveCount(0);
});
