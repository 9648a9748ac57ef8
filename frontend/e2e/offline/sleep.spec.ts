import { test } from "../fixtures/test.ts";
import { followOrder } from "../support/live-order.ts";

/** Time limit for updating after a wake-up, on an idle machine: a figure of `make proof`. */
const AWAKE_MS = process.env["SWEEP"] === "all" ? 2000 : undefined;

test("a page that slept over a dead connection is soon true, and hears of what comes next", async ({
  make,
  users,
  network,
}) => {
  const { alice, proxy, missWashing, expectCatchUp } = await followOrder({ make, users, network }, ({ context }) =>
    context.clock.install({ time: Date.now() }),
  );
  proxy.stall();
  await missWashing();
  // The lid is closed, and opened ten minutes later.
  await alice.context.clock.fastForward("10:00");
  await expectCatchUp(AWAKE_MS);
});
