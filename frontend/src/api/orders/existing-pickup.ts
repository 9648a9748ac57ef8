import type { ExistingPickup } from "@/api/types";

/** Where the customer sees a pickup: its order, or the recurring bookings if one of them plans it. */
export function pathOfPickup({ orderId }: ExistingPickup): string {
  return orderId === null ? "/recurring" : `/tracking/${orderId}`;
}
