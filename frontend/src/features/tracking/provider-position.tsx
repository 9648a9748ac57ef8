import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { usePosition } from "@/api/position/use-position";
import type { Order } from "@/api/types";

import type { PositionCard } from "./position-card";

const load = async (): Promise<typeof PositionCard> => (await import("./position-card")).PositionCard;

/** Where the provider is while on the way, if they share it; the card and its map come only then. */
export function ProviderPosition({ order, now }: { order: Order; now: number }): ReactElement | null {
  const isOnTheWay = order.status === "pickup" || order.status === "delivery";
  const position = usePosition(isOnTheWay ? order.id : null);
  if (position === null || Date.parse(position.keptUntil) <= now) return null;
  return <LazyPart name="position" load={load} given={{ order, position, now }} />;
}
