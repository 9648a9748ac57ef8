import { test } from "../fixtures/test.ts";
import { expectFocusStands } from "../support/focus.ts";
import { setUpRow } from "../support/row-setup.ts";
import { ACTS } from "./tables/acts.ts";

for (const row of ACTS) {
  test(`while ${row.name} the focus stands`, async ({ make, users }) => {
    const setup = await setUpRow(row, make, users);
    await row.before?.(setup);
    await expectFocusStands(setup, row.acts);
  });
}
