import type { Page } from "playwright-core";
import { expect } from "vitest";

import { looksRight } from "./support/looks";
import type { Order } from "./support/orders";
import { DEMO } from "./support/person";
import { sees, seesNoMore } from "./support/seeing";
import { test } from "./support/stage";

/** Chrome would ask now whether the app shall be installed; without windows it never does. */
function asks(page: Page): Promise<void> {
  return page.evaluate(() => void window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => Promise.resolve() })));
}

test("whoever has completed an order is offered once to install the app, and nobody at the checkout", async ({ stage }) => {
  const mira = await stage.enters();
  const { page } = mira;
  const { id } = await mira.signsIn(DEMO.customer);
  const orders = await mira.call<Order[]>("GET", `/api/orders/customer/${id}`);
  const completed = orders.find(({ status }) => status === "completed");
  const hint = page.getByRole("heading", { name: "Keep Suuber at hand" });

  await page.goto("/checkout");
  await asks(page);
  await sees(page.getByRole("heading", { level: 1 }));
  expect(await hint.count()).toBe(0);

  await page.goto(`/tracking/${completed?.id}`);
  await sees(page.getByRole("heading", { name: "Once more?" }));
  await asks(page);
  await sees(hint);
  await looksRight(page);
  await page.getByRole("link", { name: "History" }).first().click();
  await sees(hint);
  await looksRight(page);

  await page.getByRole("button", { name: "No, thanks" }).click();
  await seesNoMore(hint);
  await page.reload();
  await sees(page.getByRole("tab", { name: "All" }));
  await asks(page);
  expect(await hint.count()).toBe(0);
});
