import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { setScene } from "../support/scene.ts";
import { STATES } from "./tables/states.ts";

for (const row of STATES) {
  test(`${row.name} keeps nobody out`, async ({ make, users }) => {
    const scene = await setScene(row, make, users);
    for (const { at, opens, shows } of row.states) {
      const path = scene.path(at);
      await test.step(path, async () => {
        await scene.page.goto(path);
        await opens?.(scene.page);
        await expect(shows(scene.page, scene)).toBeVisible();
        await expectAccessible(scene.page);
      });
    }
  });
}
