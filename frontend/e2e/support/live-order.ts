import { COPY } from "../fixtures/copy.ts";
import { nameOf, payOrder, placeOrder, providerWithHours, setStatus } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { TcpProxy } from "../fixtures/tcp-proxy.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { words } from "./page.ts";

const WASHING = "Washing in Progress Your clothes are being washed and ironed";

/** A customer's page that follows a paid order over a connection of its own. */
export type LiveOrder = {
  alice: Person;
  proxy: TcpProxy;
  /** Washing has begun, and the page has not heard of it. */
  missWashing: () => Promise<void>;
  /** The page knows of it within so long, hears of what comes next, and was never loaded anew. */
  expectCatchUp: (withinMs?: number) => Promise<void>;
};

/** Plays `scene` with somebody who follows an order of theirs; `before` the page is opened, the browser can be prepared. */
export async function withLiveOrder(
  users: Users,
  { nth, before }: { nth: number; before?: (alice: Person) => Promise<unknown> },
  scene: (order: LiveOrder) => Promise<void>,
): Promise<void> {
  const proxy = await TcpProxy.to(COPY.url);
  const alice = await users.visitor({ baseURL: proxy.address });
  const { page, pageErrors } = alice;
  try {
    const dora = await users.visitor();
    await before?.(alice);
    await alice.signIn("nicolas.dubois@example.com");
    await dora.signIn(DEMO.operator);
    const provider = await providerWithHours(alice, nth);
    const order = await payOrder(alice, await placeOrder(alice, provider));
    const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
    await page.goto(`/tracking/${order.id}`);
    await opened;
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    const statusText = (): Promise<string> => words(page.locator("main [role=status]"));
    await expect.poll(statusText).toEqual(`Order Confirmed ${nameOf(provider)} is preparing for pickup`);
    await scene({
      alice,
      proxy,
      missWashing: async () => {
        await setStatus(dora, order, "pickup", "washing");
        await expect.poll(() => statusText()).toContain("Order Confirmed");
      },
      expectCatchUp: async (withinMs) => {
        await expect.poll(statusText, withinMs === undefined ? {} : { timeout: withinMs }).toBe(WASHING);
        await setStatus(dora, order, "delivery");
        await expect.poll(statusText).toEqual(`Out for Delivery ${nameOf(provider)} is delivering your order`);
        await expect.poll(() => page.evaluate(() => "neverReloaded" in window)).toBe(true);
      },
    });
  } finally {
    // The end of the connection is no failure of the page's.
    pageErrors.isOffline = true;
    proxy.close();
  }
}
