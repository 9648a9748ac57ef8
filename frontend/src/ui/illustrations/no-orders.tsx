import type { ReactElement } from "react";

import { lazyPart } from "@/ui/lazy-part";

/** Takes the space of the picture until it is loaded. */
const Space = (): ReactElement => <div className="h-28 w-40" />;

/** An empty basket. It is loaded on its own, because its pages are seldom empty. */
export const NoOrders = lazyPart(async () => (await import("./orders-art")).NoOrdersArt, {
  Waiting: Space,
  Failed: Space,
});
