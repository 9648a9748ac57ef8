import type { ReactElement } from "react";

import { lazyPart } from "@/ui/lazy-part";

/** The room of the picture. */
const Space = (): ReactElement => <div className="h-28 w-40" />;

/** An empty basket, which comes late: pages that are seldom empty do not wait for it. */
export const NoOrders = lazyPart(async () => (await import("./orders-art")).NoOrdersArt, {
  Waiting: Space,
  Failed: Space,
});
