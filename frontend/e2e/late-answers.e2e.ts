import type { Page, Route } from "playwright-core";

import { ADDRESS_LINE, pays, placesOrder, providerWithHours } from "./support/orders";
import { becomes, hasArrived, sees } from "./support/seeing";
import { test } from "./support/stage";

const CUSTOMER = "tobias.huber@example.com";
const TYPED = "Half of what I wan";

/** Holds back the answers to a read of somebody's page; answers how to let them come, and when they have come. */
async function holdsBack(page: Page, reads: RegExp): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => (release = done));
  let answered = 0;
  const waits = async (route: Route): Promise<void> => {
    if (route.request().method() === "GET") await released;
    await route.continue();
    answered += 1;
  };
  await page.route(reads, waits);
  return async () => {
    release();
    await becomes(() => answered > 0, true);
    await page.unroute(reads, waits);
    await hasArrived(page);
  };
}

test("a note and an address that are being written stay when the order arrives changed by another device", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(CUSTOMER);
  const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 3), 2));
  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("button", { name: "Change address or note" }).click();
  const dialog = page.getByRole("dialog");
  const comes = await holdsBack(page, new RegExp(`/api/orders/${order.id}$`));
  await alice.call("PATCH", `/api/orders/${order.id}`, { specialInstructions: "From the other phone" });
  await dialog.getByLabel("Note for your provider").fill(TYPED);
  await dialog.getByLabel("Delivery address").fill("Weinbergstrasse 2");
  await comes();

  await sees(dialog.getByText(/From the other phone/));
  await becomes(() => dialog.getByLabel("Note for your provider").inputValue(), TYPED);
  await becomes(() => dialog.getByLabel("Delivery address").inputValue(), "Weinbergstrasse 2");
  await becomes(() => dialog.getByLabel("Pickup address").inputValue(), ADDRESS_LINE);
  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
});
