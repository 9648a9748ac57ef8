import { keys } from "@/api/cache/keys";
import { useRead } from "@/api/cache/use-read";
import type { SeenPosition } from "@/api/types";

/** Where the provider of an order is, as its customer may see it; null where none is shared, and for no order. Live events fetch it anew. */
export function usePosition(orderId: string | null): SeenPosition | null {
  const { data } = useRead(orderId === null ? null : keys.position(orderId), "checked");
  return data?.position ?? null;
}
