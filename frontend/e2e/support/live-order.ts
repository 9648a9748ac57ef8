import type { Factory } from "../fixtures/factory.ts";
import type { Network } from "../fixtures/network.ts";
import { setStatus } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import type { TcpProxy } from "../fixtures/tcp-proxy.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { liveConnection } from "./live-events.ts";
import { words } from "./page.ts";

const WASHING = "Washing in Progress Your clothes are being washed and ironed";

type Fixtures = { make: Factory["make"]; users: Users; network: Network };

/** A customer's page of a paid order, through its own TCP proxy. */
type LiveOrder = {
  alice: Person;
  proxy: TcpProxy;
  /** Sets the status to washing while the page cannot hear of it. */
  missWashing: () => Promise<void>;
  /** The page shows it within this time, gets later events, and was not reloaded. */
  expectCatchUp: (withinMs?: number) => Promise<void>;
};

/** Opens an order's page; `before` prepares the browser. */
export async function followOrder(
  { make, users, network }: Fixtures,
  before?: (alice: Person) => Promise<unknown>,
): Promise<LiveOrder> {
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon" }],
  });
  const { job } = made.orders;
  const { name } = made.providers.salon;
  const proxy = await network.tcpProxy();
  const alice = await users.signedIn(made.users.alice, { baseURL: proxy.address });
  const bruno = await users.signedIn(made.users.salon);
  const { page } = alice;
  await before?.(alice);
  const opened = liveConnection(page);
  await page.goto(`/tracking/${job.id}`);
  await opened;
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const statusText = (): Promise<string> => words(page.locator("main [role=status]").first());
  await expect.poll(statusText).toEqual(`Order Confirmed ${name} is preparing for pickup`);
  return {
    alice,
    proxy,
    missWashing: async () => {
      await setStatus(bruno, job, "pickup", "washing");
      await expect.poll(statusText).toContain("Order Confirmed");
    },
    expectCatchUp: async (withinMs) => {
      await expect.poll(statusText, withinMs === undefined ? {} : { timeout: withinMs }).toBe(WASHING);
      await setStatus(bruno, job, "delivery");
      await expect.poll(statusText).toEqual(`Out for Delivery ${name} is delivering your order`);
      await expect.poll(() => page.evaluate(() => "neverReloaded" in window)).toBe(true);
    },
  };
}
