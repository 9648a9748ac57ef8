import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { WITH_A_PAST } from "./tables/worlds.ts";

/** Simulates Chrome's install prompt event, which headless Chrome never sends. */
function dispatchInstallPrompt(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      void window.dispatchEvent(
        Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => Promise.resolve() }),
      ),
  );
}

test("whoever has completed an order is offered once to install the app, and nobody at the checkout", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { past },
  } = await make(WITH_A_PAST);
  const { page } = await users.signedIn(made.alice);
  const hint = page.getByRole("heading", { name: "Keep Suuber at hand" });

  await page.goto("/checkout");
  await dispatchInstallPrompt(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(hint).toHaveCount(0);

  await page.goto(`/tracking/${past.id}`);
  await expect(page.getByRole("heading", { name: "Once more?" }).first()).toBeVisible();
  await dispatchInstallPrompt(page);
  await expect(hint.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "History" }).first().click();
  await expect(hint.first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "No, thanks" }).click();
  await expect(hint.first()).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tab", { name: "All" }).first()).toBeVisible();
  await dispatchInstallPrompt(page);
  await expect(hint).toHaveCount(0);
});
