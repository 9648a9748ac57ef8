import type { Order, OrderStatus } from "@/api/types";

type Deadline = NonNullable<Order["deadline"]>;

/** The statuses in which a step is awaited; another one is that of a step that is not sent yet. */
const AWAITED_IN: Record<Deadline["step"], readonly OrderStatus[]> = {
  pickup: ["confirmed"],
  washing: ["pickup"],
  return: ["pickup", "washing", "delivery"],
};

/** An order stored by an earlier version of the app has no deadline. */
type Dated = Pick<Order, "status"> & Partial<Pick<Order, "deadline">>;

/** The deadline that an order has missed at `now` (ms); null if it is in time. The server says what is due and when. */
export function missedDeadline({ deadline, status }: Dated, now: number): Deadline | null {
  if (deadline === null || deadline === undefined || !AWAITED_IN[deadline.step].includes(status)) return null;
  return Date.parse(deadline.at) <= now ? deadline : null;
}
