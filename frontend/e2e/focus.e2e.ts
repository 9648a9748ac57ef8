import type { Page } from "playwright-core";
import { expect } from "vitest";

import { moves, pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO } from "./support/person";
import { becomes, sees, toast } from "./support/seeing";
import { test } from "./support/stage";

/** What has the focus, by its tag; "BODY" is where nobody is. */
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? "BODY");

/** Waits until the focus stands on something that a person can go on from. */
async function focusStands(page: Page): Promise<void> {
  await becomes(async () => ["BODY", "HTML"].includes(await focused(page)), false);
}

test("after marking all as read, removing and choosing a default the focus goes on, and no toast covers title or Back", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.registers();
  for (const street of ["Limmatquai 12", "Bahnhofstrasse 1", "Seefeldstrasse 2"]) {
    await alice.call("POST", "/api/addresses", { label: "", street, city: "Zurich", postalCode: "8001" });
  }

  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/notifications");
    await sees(page.getByRole("button", { name: "Mark all as read" }));
    await page.getByRole("button", { name: "Mark all as read" }).press("Enter");
    await toast(page, "All marked as read");
    await focusStands(page);
    expect(await focused(page)).toBe("H1");
    const toastBox = await page.locator("[data-toasts] > *").first().boundingBox();
    for (const part of [page.getByRole("heading", { level: 1 }), page.getByRole("main").getByRole("link", { name: "Back", exact: true })]) {
      const box = await part.boundingBox();
      expect(box !== null && toastBox !== null && box.y + box.height <= toastBox.y).toBe(true);
    }
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await focusStands(page);
    await sees(page.getByRole("button", { name: "Mark all as read" }));
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/profile/addresses");
  await sees(page.getByText("Seefeldstrasse 2, Zurich 8001"));
  await page.getByRole("button", { name: "Use by default" }).first().press("Enter");
  await toast(page, "Address saved");
  await focusStands(page);
  for (let left = 3; left > 0; left -= 1) {
    await page.getByRole("button", { name: "Remove" }).first().press("Enter");
    await becomes(() => page.getByRole("button", { name: "Remove" }).count(), left - 1);
    await focusStands(page);
  }
});

test("after rating the focus goes on", async ({ stage }) => {
  const alice = await stage.enters();
  const operator = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await operator.signsIn(DEMO.operator);
  const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 0)));
  await moves(operator, order, "pickup", "washing", "delivery", "completed");

  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("radio", { name: /Excellent/ }).check();
  await page.getByRole("button", { name: "Submit Rating" }).press("Enter");
  await toast(page, "Review Submitted");
  await focusStands(page);
});
