import { sampleOrder } from "@/api/orders/sample-order";
import type { Order, OrderStatus } from "@/api/types";

const HOUR = 3_600_000;

function sample(number: string, firstName: string, status: OrderStatus, ageHours: number, now: number): Order {
  const id = `sample-${firstName}`;
  const { provider } = sampleOrder(now);
  const isDone = status === "completed";
  return sampleOrder(now, {
    id: `sample-${number}`,
    status,
    serviceType: isDone ? "premium" : "standard",
    serviceAmount: isDone ? "30.00" : "25.00",
    totalAmount: isDone ? "32.50" : "27.50",
    createdAt: new Date(now - ageHours * HOUR).toISOString(),
    pickupTime: new Date(now - (ageHours - 2) * HOUR).toISOString(),
    returnBy: new Date(now - (ageHours - 74) * HOUR).toISOString(),
    rating: isDone ? 5 : null,
    providerId: id,
    provider: {
      ...provider,
      id,
      user: { firstName, lastName: firstName === "Maria" ? "S" : "K", profileImageUrl: null },
    },
  });
}

/** Two sample orders for visitors. */
export function sampleOrders(now: number): Order[] {
  return [sample("a1b2c3d4", "Maria", "washing", 5, now), sample("e5f6a7b8", "Thomas", "completed", 75, now)];
}
