import { following } from "./support/following";
import { test } from "./support/stage";

/** How soon after waking up a page must be true. */
const AWAKE_MS = 2000;

test("a page that slept over a dead connection is true within two seconds, and hears of what comes next", async ({ stage }) => {
  await following(stage, { nth: 5, before: ({ context }) => context.clock.install({ time: Date.now() }) }, async ({ alice, line, missesWashing, catchesUp }) => {
    line.hush();
    await missesWashing();
    // As a lid that is closed, and opened ten minutes later.
    await alice.context.clock.fastForward("10:00");
    await catchesUp(AWAKE_MS);
  });
});
