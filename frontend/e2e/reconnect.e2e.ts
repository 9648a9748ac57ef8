import { following } from "./support/following";
import { test } from "./support/stage";

test("a page that lost its connection catches up with what it missed, without a reload", async ({ stage }) => {
  await following(stage, { nth: 4 }, async ({ alice, line, missesWashing, catchesUp }) => {
    alice.watch.isOffline = true;
    line.cut();
    await missesWashing();
    line.mend();
    await catchesUp();
  });
});
