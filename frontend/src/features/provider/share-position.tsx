import type { ReactElement } from "react";

import { mayShare } from "@/resources/position-sharing";
import type { Order } from "@/resources/types";
import { useLoaded } from "@/resources/use-loaded";

import type { ShareButton } from "./share-button";

const load = async (): Promise<typeof ShareButton> => (await import("./share-button")).ShareButton;

/** While the provider is on the way: the offer to let the customer see where they are. */
export function SharePosition({ order }: { order: Order }): ReactElement | null {
  const { value: Part } = useLoaded(mayShare(order) ? ["share"] : null, load);
  return Part !== undefined && mayShare(order) ? <Part order={order} /> : null;
}
