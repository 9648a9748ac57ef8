import { setStatus } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { isLiveEvents } from "../support/live-events.ts";
import { followOrder } from "../support/live-order.ts";

test("a page that lost its connection catches up with what it missed, without a reload", async ({
  make,
  users,
  network,
}) => {
  const { alice, proxy, missWashing, expectCatchUp } = await followOrder({ make, users, network });
  alice.pageErrors.isOffline = true;
  proxy.drop();
  await missWashing();
  proxy.restore();
  await expectCatchUp();
});

test("a page whose live connection comes late is true from when it was opened", async ({ make, users }) => {
  const {
    users: made,
    orders: { job },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon" }],
  });
  const { page } = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(isLiveEvents, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/tracking/${job.id}`);
  const status = page.locator("main [role=status]").first();
  await expect(status).toContainText("Order Confirmed");

  await setStatus(bruno, job, "pickup", "washing");
  release();

  await expect(status).toContainText("Washing in Progress");
});
