import { expect, inject } from "vitest";

import { Line } from "./support/line";
import { moves, nameOf, pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO } from "./support/person";
import { becomes, words } from "./support/seeing";
import { test } from "./support/stage";

/** How soon after waking up a page must be true. */
const AWAKE_MS = 2000;

test("a page that slept over a dead connection is true within two seconds, and hears of what comes next", async ({ stage }) => {
  const line = await Line.to(inject("baseUrl"));
  const alice = await stage.enters({ baseURL: line.address });
  try {
    const dora = await stage.enters();
    const { page } = alice;
    await alice.context.clock.install();
    await alice.signsIn("nicolas.dubois@example.com");
    await dora.signsIn(DEMO.operator);
    const provider = await providerWithHours(alice, 5);
    const order = await pays(alice, await placesOrder(alice, provider));
    const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
    await page.goto(`/tracking/${order.id}`);
    await opened;
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    const status = page.locator("main [role=status]");
    await becomes(() => words(status), `Order Confirmed ${nameOf(provider)} is preparing for pickup`);

    line.hush();
    await moves(dora, order, "pickup", "washing");
    expect(await words(status)).toContain("Order Confirmed");
    // As a lid that is closed, and opened ten minutes later.
    await alice.context.clock.fastForward("10:00");

    await expect.poll(() => words(status), { timeout: AWAKE_MS }).toBe("Washing in Progress Your clothes are being washed and ironed");
    await moves(dora, order, "delivery");
    await becomes(() => words(status), `Out for Delivery ${nameOf(provider)} is delivering your order`);
    expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
  } finally {
    // The end of the line is no failure of the page's.
    alice.watch.isOffline = true;
    line.close();
  }
});
