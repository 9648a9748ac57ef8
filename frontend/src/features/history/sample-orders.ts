import { sampleOrder } from "@/api/orders/sample-order";
import type { Order, OrderStatus } from "@/api/types";
import { addDays, zurichDate, zurichTime, zurichToUtc } from "@/lib/dates";

const HOUR = 3_600_000;
/** The starts of the first and the last pickup hour of a day. */
const FIRST = 9;
const LAST = 16;

/** The start of the last pickup hour that begins by an instant, in ms. */
function lastPickup(by: number): number {
  const hour = Number(zurichTime(by).slice(0, 2));
  const today = zurichDate(by);
  const date = hour < FIRST ? addDays(today, -1) : today;
  const start = hour < FIRST ? LAST : Math.min(hour, LAST);
  return Date.parse(zurichToUtc(date, `${start}:00`.padStart(5, "0")));
}

function sample(number: string, firstName: string, status: OrderStatus, ageHours: number, now: number): Order {
  const id = `sample-${firstName}`;
  const { provider } = sampleOrder(now);
  const isDone = status === "completed";
  const pickup = lastPickup(now - (ageHours - 2) * HOUR);
  return sampleOrder(now, {
    id: `sample-${number}`,
    status,
    serviceType: isDone ? "premium" : "standard",
    serviceAmount: isDone ? "30.00" : "25.00",
    totalAmount: isDone ? "32.50" : "27.50",
    createdAt: new Date(pickup - 2 * HOUR).toISOString(),
    pickupTime: new Date(pickup).toISOString(),
    returnBy: new Date(pickup + 72 * HOUR).toISOString(),
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
