import type { Page } from "@playwright/test";

import { payOrder, placeOrder, providerWithHours, setStatus } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

/** What has the focus, by its tag; "BODY" is where nobody is. */
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? "BODY");

/** Waits until the focus stands on something that a person can go on from. */
async function focusStands(page: Page): Promise<void> {
  await expect.poll(async () => ["BODY", "HTML"].includes(await focused(page))).toBe(false);
}

test("after marking all as read, removing and choosing a default the focus goes on, and no toast covers title or Back", async ({ users }) => {
  const alice = await users.visitor();
  const { page } = alice;
  await alice.register();
  for (const street of ["Limmatquai 12", "Bahnhofstrasse 1", "Seefeldstrasse 2"]) {
    await alice.call("POST", "/api/addresses", { label: "", street, city: "Zurich", postalCode: "8001" });
  }

  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/notifications");
    await expect(page.getByRole("button", { name: "Mark all as read" })).toBeVisible();
    await page.getByRole("button", { name: "Mark all as read" }).press("Enter");
    await expect(toast(page, "All marked as read")).toBeVisible();
    await focusStands(page);
    await expect.poll(() => focused(page)).toBe("H1");
    const toastBox = await page.locator("[data-toasts] > *").first().boundingBox();
    for (const part of [page.getByRole("heading", { level: 1 }), page.getByRole("main").getByRole("link", { name: "Back", exact: true })]) {
      const box = await part.boundingBox();
      expect(box !== null && toastBox !== null && box.y + box.height <= toastBox.y).toBe(true);
    }
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await focusStands(page);
    await expect(page.getByRole("button", { name: "Mark all as read" })).toBeVisible();
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/profile/addresses");
  await expect(page.getByText("Seefeldstrasse 2, Zurich 8001").first()).toBeVisible();
  await page.getByRole("button", { name: "Use by default" }).first().press("Enter");
  await expect(toast(page, "Address saved")).toBeVisible();
  await focusStands(page);
  for (let left = 3; left > 0; left -= 1) {
    await page.getByRole("button", { name: "Remove" }).first().press("Enter");
    await expect(page.getByRole("button", { name: "Remove" })).toHaveCount(left - 1);
    await focusStands(page);
  }
});

test("after rating the focus goes on", async ({ users }) => {
  const alice = await users.visitor();
  const operator = await users.visitor();
  const { page } = alice;
  await alice.signIn(DEMO.customer);
  await operator.signIn(DEMO.operator);
  const order = await payOrder(alice, await placeOrder(alice, await providerWithHours(alice, 0)));
  await setStatus(operator, order, "pickup", "washing", "delivery", "completed");

  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("radio", { name: /Excellent/ }).check();
  await page.getByRole("button", { name: "Submit Rating" }).press("Enter");
  await expect(toast(page, "Review Submitted")).toBeVisible();
  await focusStands(page);
});
