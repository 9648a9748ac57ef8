import type { ReactElement } from "react";

import { usePosition } from "@/api/position/use-position";
import type { Order } from "@/api/types";
import { lazyPart } from "@/ui/lazy-part";

const PositionCard = lazyPart(async () => (await import("./position-card")).PositionCard);

/** Where the provider is while on the way, if they share it; the card and its map come only then. */
export function ProviderPosition({ order, now }: { order: Order; now: number }): ReactElement | null {
  const isOnTheWay = order.status === "pickup" || order.status === "delivery";
  const position = usePosition(isOnTheWay ? order.id : null);
  if (position === null || Date.parse(position.keptUntil) <= now) return null;
  return <PositionCard order={order} position={position} now={now} />;
}
