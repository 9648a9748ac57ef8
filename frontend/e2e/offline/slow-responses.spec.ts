import type { Page, Route } from "@playwright/test";

import { ADDRESS_LINE } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { waitUntilLoaded } from "../support/page.ts";

const TYPED = "Half of what I wan";

/**
 * Holds back responses to a page's reads; returns a function that releases them, and resolves when they have arrived.
 */
async function holdBack(page: Page, reads: RegExp): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  let responses = 0;
  const wait = async (route: Route): Promise<void> => {
    if (route.request().method() === "GET") await released;
    await route.continue();
    responses += 1;
  };
  await page.route(reads, wait);
  return async () => {
    release();
    await expect.poll(() => responses > 0).toBe(true);
    await page.unroute(reads, wait);
    await waitUntilLoaded(page);
  };
}

test("a note and an address that are being written stay when the order arrives changed by another device", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      {
        ref: "order",
        customer: "alice",
        provider: "salon",
        pickupAddress: ADDRESS_LINE,
        deliveryAddress: ADDRESS_LINE,
        pickup: { days: 2 },
      },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("button", { name: "Change address, note or care" }).click();
  const dialog = page.getByRole("dialog");
  const release = await holdBack(page, new RegExp(`/api/orders/${order.id}$`));
  await alice.call("PATCH", `/api/orders/${order.id}`, { specialInstructions: "From the other phone" });
  await dialog.getByLabel("Note for your provider").fill(TYPED);
  await dialog.getByLabel("Delivery address").fill("Weinbergstrasse 2");
  await release();

  await expect(dialog.getByText(/From the other phone/).first()).toBeVisible();
  await expect(dialog.getByLabel("Note for your provider")).toHaveValue(TYPED);
  await expect(dialog.getByLabel("Delivery address")).toHaveValue("Weinbergstrasse 2");
  await expect(dialog.getByLabel("Pickup address")).toHaveValue(ADDRESS_LINE);
});
