import { missedDeadline } from "@/api/orders/lateness";
import type { Order } from "@/api/types";
import { addDays, zurichDate } from "@/lib/dates";

/** Sections of the job list by due time; what is at home and not due today stands apart. */
const SECTIONS = ["answer", "late", "underWay", "today", "tomorrow", "later", "home"] as const;
export type Section = (typeof SECTIONS)[number];

/** Whether an order is finished. */
export function isOver(order: Order): boolean {
  return order.status === "completed" || order.status === "cancelled";
}

/** The name of a job's step, for `isHeld`. */
export function actOn({ id }: Order): string {
  return `job ${id}`;
}

/** Nobody else is asked later than this before the pickup (`LATEST_BEFORE_PICKUP` of the server). */
const LATEST_TO_ASK_MS = 60 * 60_000;

/** Whether neighbors can still be asked for this hour, the time is too short, or they are asked for a later one. */
export function handBackTime({ pickupTime }: Order, now: number): "early" | "short" | "late" {
  const left = Date.parse(pickupTime) - now;
  if (left <= 0) return "late";
  return left > LATEST_TO_ASK_MS ? "early" : "short";
}

/** Sorts by pickup time, as the server's history does. */
export function byPickup(a: Order, b: Order): number {
  return a.pickupTime.localeCompare(b.pickupTime) || a.id.localeCompare(b.id);
}

/** True after the pickup: from then on the day of return counts. */
export function isWithProvider({ status }: Order): boolean {
  return status === "washing" || status === "delivery";
}

/** When the next step is due (ISO instant): end of the time to accept, pickup, or return. */
export function dueAt(order: Order): string {
  if (order.needsProviderAnswer) return order.answerBy ?? order.pickupTime;
  return isWithProvider(order) ? order.returnBy : order.pickupTime;
}

/** A step of the order is overdue, by the rule that its customer and the operators read, too. */
export function isLate(order: Order, now: number): boolean {
  return missedDeadline(order, now) !== null;
}

/** Whether the provider is on the way to the customer. */
function isOnTheWay({ status }: Order): boolean {
  return status === "pickup" || status === "delivery";
}

function sectionOf(order: Order, now: number): Section {
  if (order.needsProviderAnswer) return "answer";
  if (isLate(order, now)) return "late";
  if (isOnTheWay(order)) return "underWay";
  const day = zurichDate(dueAt(order));
  const today = zurichDate(now);
  if (day <= today) return "today";
  if (order.status === "washing") return "home";
  return day === addDays(today, 1) ? "tomorrow" : "later";
}

function byDue(a: Order, b: Order): number {
  return dueAt(a).localeCompare(dueAt(b)) || byPickup(a, b);
}

/** Where and when a job's step takes place: jobs of one stop are one way. */
function stopOf(order: Order): string {
  const address = isWithProvider(order) ? order.deliveryAddress : order.pickupAddress;
  if (address === null) return order.id;
  const at = isWithProvider(order) ? zurichDate(order.returnBy) : order.pickupTime;
  return [order.status, at, address.toLowerCase()].join("|");
}

/** Joins jobs at one door: same address, same step, same time. Keeps the order of the first of each. */
export function inStops(orders: readonly Order[]): Order[][] {
  const stops = new Map<string, Order[]>();
  for (const order of orders) {
    const stop = stopOf(order);
    stops.set(stop, [...(stops.get(stop) ?? []), order]);
  }
  return [...stops.values()];
}

/** The open jobs by section, each sorted by due time; without empty sections. */
export function inSections(orders: readonly Order[], now: number): { section: Section; jobs: Order[] }[] {
  return SECTIONS.map((section) => ({
    section,
    jobs: orders.filter((order) => sectionOf(order, now) === section).sort(byDue),
  })).filter(({ jobs }) => jobs.length > 0);
}

/**
 * The job with the most urgent step: what is under way, else the first in section order that has one. Pickups of
 * another day do not count.
 */
export function nextToDo(orders: readonly Order[], now: number): Order | undefined {
  const found = inSections(orders, now)
    .flatMap(({ section, jobs }) =>
      jobs.filter(({ status }) => status !== "confirmed" || section === "late" || section === "today"),
    )
    .filter(
      ({ handBackBy, allowedTransitions }) =>
        handBackBy === null && allowedTransitions.some((status) => status !== "cancelled" && status !== "pending"),
    );
  return found.find(isOnTheWay) ?? found[0];
}
