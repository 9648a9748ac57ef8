import type { ActRow } from "../../support/focus.ts";
import { OF_A_PROVIDER } from "./acts-of-a-provider.ts";
import { OF_AN_ACCOUNT } from "./acts-of-an-account.ts";
import { OF_APPLYING } from "./acts-of-applying.ts";
import { OF_PAYING } from "./acts-of-paying.ts";
import { OF_VISITORS } from "./acts-of-visitors.ts";
import { WITH_JOBS } from "./acts-with-jobs.ts";
import { WITH_NOTICES } from "./acts-with-notices.ts";
import { WITH_ORDERS } from "./acts-with-orders.ts";
import { WITH_RECURRING_PICKUPS } from "./acts-with-recurring-pickups.ts";

/** Everything that people do, by rows of actions in sequence. */
export const ACTS: readonly ActRow[] = [
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
