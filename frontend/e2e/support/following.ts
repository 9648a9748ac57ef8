import { expect, inject } from "vitest";

import { Line } from "./line";
import { moves, nameOf, pays, placesOrder, providerWithHours } from "./orders";
import { DEMO, type Person } from "./person";
import { becomes, words } from "./seeing";
import type { Stage } from "./stage";

const WASHING = "Washing in Progress Your clothes are being washed and ironed";

/** A customer's page that follows a paid order over a line of its own. */
export type Following = {
  alice: Person;
  line: Line;
  /** Washing has begun, and the page has not heard of it. */
  missesWashing: () => Promise<void>;
  /** The page knows of it within so long, hears of what comes next, and was never loaded anew. */
  catchesUp: (withinMs?: number) => Promise<void>;
};

/** Plays `scene` with somebody who follows an order of theirs; `before` the page is opened, the browser can be prepared. */
export async function following(
  stage: Stage,
  { nth, before }: { nth: number; before?: (alice: Person) => Promise<unknown> },
  scene: (following: Following) => Promise<void>,
): Promise<void> {
  const line = await Line.to(inject("baseUrl"));
  const alice = await stage.enters({ baseURL: line.address });
  const { page, watch } = alice;
  try {
    const dora = await stage.enters();
    await before?.(alice);
    await alice.signsIn("nicolas.dubois@example.com");
    await dora.signsIn(DEMO.operator);
    const provider = await providerWithHours(alice, nth);
    const order = await pays(alice, await placesOrder(alice, provider));
    const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
    await page.goto(`/tracking/${order.id}`);
    await opened;
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    const says = (): Promise<string> => words(page.locator("main [role=status]"));
    await becomes(says, `Order Confirmed ${nameOf(provider)} is preparing for pickup`);
    await scene({
      alice,
      line,
      missesWashing: async () => {
        await moves(dora, order, "pickup", "washing");
        expect(await says()).toContain("Order Confirmed");
      },
      catchesUp: async (withinMs) => {
        await expect.poll(says, withinMs === undefined ? {} : { timeout: withinMs }).toBe(WASHING);
        await moves(dora, order, "delivery");
        await becomes(says, `Out for Delivery ${nameOf(provider)} is delivering your order`);
        expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
      },
    });
  } finally {
    // The end of the line is no failure of the page's.
    watch.isOffline = true;
    line.close();
  }
}
