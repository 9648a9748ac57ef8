import { test } from "../fixtures/test.ts";
import { expectFocusStands } from "../support/focus.ts";
import { setUpRow } from "../support/row-setup.ts";
import { OF_A_PROVIDER } from "./tables/acts-of-a-provider.ts";
import { OF_AN_ACCOUNT } from "./tables/acts-of-an-account.ts";
import { OF_APPLYING } from "./tables/acts-of-applying.ts";
import { OF_PAYING } from "./tables/acts-of-paying.ts";
import { OF_VISITORS } from "./tables/acts-of-visitors.ts";
import { WITH_JOBS } from "./tables/acts-with-jobs.ts";
import { WITH_NOTICES } from "./tables/acts-with-notices.ts";
import { WITH_ORDERS } from "./tables/acts-with-orders.ts";
import { WITH_RECURRING_PICKUPS } from "./tables/acts-with-recurring-pickups.ts";

const ROWS = [
  ...OF_VISITORS,
  ...OF_AN_ACCOUNT,
  ...WITH_NOTICES,
  ...WITH_ORDERS,
  ...WITH_RECURRING_PICKUPS,
  ...OF_PAYING,
  OF_APPLYING,
  ...WITH_JOBS,
  ...OF_A_PROVIDER,
];

for (const row of ROWS) {
  test(`while ${row.name} the focus stands`, async ({ make, users }) => {
    const setup = await setUpRow(row, make, users);
    await row.before?.(setup);
    await expectFocusStands(setup, row.acts);
  });
}
