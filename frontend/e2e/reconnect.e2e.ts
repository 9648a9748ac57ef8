import { expect, inject } from "vitest";

import { Line } from "./support/line";
import { moves, nameOf, pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO } from "./support/person";
import { becomes, words } from "./support/seeing";
import { test } from "./support/stage";

test("a page that lost its connection catches up with what it missed, without a reload", async ({ stage }) => {
  const line = await Line.to(inject("baseUrl"));
  try {
    const alice = await stage.enters({ baseURL: line.address });
    const dora = await stage.enters();
    const { page, watch } = alice;
    await alice.signsIn("nicolas.dubois@example.com");
    await dora.signsIn(DEMO.operator);
    const provider = await providerWithHours(alice, 4);
    const order = await pays(alice, await placesOrder(alice, provider));
    const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
    await page.goto(`/tracking/${order.id}`);
    await opened;
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    const status = page.locator("main [role=status]");
    await becomes(() => words(status), `Order Confirmed ${nameOf(provider)} is preparing for pickup`);

    watch.isOffline = true;
    line.cut();
    await moves(dora, order, "pickup", "washing");
    expect(await words(status)).toContain("Order Confirmed");
    line.mend();

    await becomes(() => words(status), "Washing in Progress Your clothes are being washed and ironed");
    await moves(dora, order, "delivery");
    await becomes(() => words(status), `Out for Delivery ${nameOf(provider)} is delivering your order`);
    expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
  } finally {
    line.close();
  }
});
