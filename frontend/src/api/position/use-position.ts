import { keys } from "@/api/cache/keys";
import { useRead } from "@/api/cache/use-read";
import type { SeenPosition } from "@/api/types";

/**
 * The provider's position, as the order's customer may see it; null if not shared, or without an order. Live events
 * revalidate it.
 */
export function usePosition(orderId: string | null): SeenPosition | null {
  const { data } = useRead(orderId === null ? null : keys.position(orderId), "checked");
  return data?.position ?? null;
}
