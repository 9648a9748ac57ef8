import { test } from "../fixtures/test.ts";
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
