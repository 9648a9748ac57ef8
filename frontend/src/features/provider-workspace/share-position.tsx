import type { ReactElement } from "react";

import { mayShare } from "@/api/position/position-sharing";
import type { Order } from "@/api/types";
import { lazyPart, SILENT } from "@/ui/lazy-part";

const ShareButton = lazyPart(async () => (await import("./share-button")).ShareButton, SILENT);

/** While the provider is on the way: the offer to let the customer see where they are. */
export function SharePosition({ order }: { order: Order }): ReactElement | null {
  return mayShare(order) ? <ShareButton order={order} /> : null;
}
