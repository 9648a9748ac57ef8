import { keys } from "./keys";
import type { SeenPosition } from "./types";
import { useRead } from "./use-read";

/** Where the provider of an order is, as its customer may see it; null where none is shared, and for no order. Live events fetch it anew. */
export function usePosition(orderId: string | null): SeenPosition | null {
  const { data } = useRead(orderId === null ? null : keys.position(orderId), "checked");
  return data?.position ?? null;
}
