import type { ReactElement, ReactNode } from "react";

import type { Order, OrderStatus } from "@/api/types";
import { lazyPart, SILENT } from "@/ui/lazy-part";

const HandoverCode = lazyPart(async () => (await import("./handover-code")).HandoverCode);
const HandoverProof = lazyPart(async () => (await import("./handover-proof")).HandoverProof, SILENT);
const AHEAD: readonly OrderStatus[] = ["confirmed", "pickup", "washing", "delivery"];

/** The customer's switch for a code, as long as laundry is still to change hands; nobody else's. */
export function CodeSwitch({ order, viewerId }: { order: Order; viewerId: string | undefined }): ReactElement | null {
  const isOpen = AHEAD.includes(order.status) && order.handBackBy === null && order.customerId === viewerId;
  return isOpen ? <HandoverCode order={order} /> : null;
}

/** What stands under a step of the timeline at which laundry changes hands, once it is reached. */
export function proofUnder(order: Order): (stage: OrderStatus) => ReactNode {
  return (stage) => (stage === "pickup" || stage === "delivery") && order.timeline.some(({ status, at }) => status === stage && at !== null) && <HandoverProof orderId={order.id} kind={stage} />;
}
