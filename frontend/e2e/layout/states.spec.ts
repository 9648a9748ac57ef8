import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { setUpRow } from "../support/row-setup.ts";
import { STATES } from "./tables/states.ts";

for (const row of STATES) {
  test(`${row.name} keeps nobody out`, async ({ make, users }) => {
    const setup = await setUpRow(row, make, users);
    for (const { at, opens, shows } of row.states) {
      const path = setup.path(at);
      await test.step(path, async () => {
        await setup.page.goto(path);
        await opens?.(setup.page);
        await expect(shows(setup.page, setup)).toBeVisible();
        await expectAccessible(setup.page);
      });
    }
  });
}
