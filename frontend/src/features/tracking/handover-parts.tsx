import type { ReactElement, ReactNode } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { useLoaded } from "@/api/cache/use-loaded";
import type { Order, OrderStatus } from "@/api/types";

import type { HandoverCode } from "./handover-code";
import type { HandoverProof } from "./handover-proof";

const loadCode = async (): Promise<typeof HandoverCode> => (await import("./handover-code")).HandoverCode;
const loadProof = async (): Promise<typeof HandoverProof> => (await import("./handover-proof")).HandoverProof;
const AHEAD: readonly OrderStatus[] = ["confirmed", "pickup", "washing", "delivery"];

/** The customer's switch for a code, as long as laundry is still to change hands; nobody else's. */
export function CodeSwitch({ order, viewerId }: { order: Order; viewerId: string | undefined }): ReactElement | null {
  const isOpen = AHEAD.includes(order.status) && order.handBackBy === null && order.customerId === viewerId;
  return isOpen ? <LazyPart name="handover code" load={loadCode} given={{ order }} /> : null;
}

function Proof({ order, kind }: { order: Order; kind: "pickup" | "delivery" }): ReactElement | null {
  const { value: Part } = useLoaded(["handover proof"], loadProof);
  return Part === undefined ? null : <Part orderId={order.id} kind={kind} />;
}

/** What stands under a step of the timeline at which laundry changes hands, once it is reached. */
export function proofUnder(order: Order): (stage: OrderStatus) => ReactNode {
  return (stage) => (stage === "pickup" || stage === "delivery") && order.timeline.some(({ status, at }) => status === stage && at !== null) && <Proof order={order} kind={stage} />;
}
