import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { mayShare } from "@/api/position/position-sharing";
import type { Order } from "@/api/types";

import type { ShareButton } from "./share-button";

const load = async (): Promise<typeof ShareButton> => (await import("./share-button")).ShareButton;

/** While the provider is on the way: the offer to let the customer see where they are. */
export function SharePosition({ order }: { order: Order }): ReactElement | null {
  const { value: Part } = useLoaded(mayShare(order) ? ["share"] : null, load);
  return Part !== undefined && mayShare(order) ? <Part order={order} /> : null;
}
