import { test } from "../fixtures/test.ts";
import { withLiveOrder } from "../support/live-order.ts";

test("a page that lost its connection catches up with what it missed, without a reload", async ({ users }) => {
  await withLiveOrder(users, { nth: 4 }, async ({ alice, proxy, missWashing, expectCatchUp }) => {
    alice.pageErrors.isOffline = true;
    proxy.drop();
    await missWashing();
    proxy.restore();
    await expectCatchUp();
  });
});
