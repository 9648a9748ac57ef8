import { awaitsPayment } from "@/api/orders/order-status";
import type { Order } from "@/api/types";
import { addDays, zurichDate } from "@/lib/dates";

/** When a job is due, as a provider on the street thinks of it. */
const SECTIONS = ["answer", "late", "today", "tomorrow", "later"] as const;
export type Section = (typeof SECTIONS)[number];

/** Whether an order is done with. */
export function isOver(order: Order): boolean {
  return order.status === "completed" || order.status === "cancelled";
}

/** The name of a job's step, while it can be taken back. */
export function actOn({ id }: Order): string {
  return `job ${id}`;
}

/** What is to be picked up first comes first, in the server's order of the history. */
export function byPickup(a: Order, b: Order): number {
  return a.pickupTime.localeCompare(b.pickupTime) || a.id.localeCompare(b.id);
}

/** True for laundry that is with the provider: what counts from now on is the day by which it is back. */
export function isWithProvider({ status }: Order): boolean {
  return status === "washing" || status === "delivery";
}

/** The moment that a job's next step is due: the end of the time to answer, the pickup, or the return (ISO). */
function dueAt(order: Order): string {
  if (order.needsProviderAnswer) return order.answerBy ?? order.pickupTime;
  return isWithProvider(order) ? order.returnBy : order.pickupTime;
}

/** Where the pickup time has passed and nobody has set out, or the promised day of the return has. */
export function isLate(order: Order, now: number): boolean {
  if (isOver(order) || awaitsPayment(order) || order.needsProviderAnswer || order.status === "pickup") return false;
  const due = dueAt(order);
  return isWithProvider(order) ? zurichDate(due) < zurichDate(now) : Date.parse(due) < now;
}

function sectionOf(order: Order, now: number): Section {
  if (order.needsProviderAnswer) return "answer";
  if (isLate(order, now)) return "late";
  const day = zurichDate(dueAt(order));
  const today = zurichDate(now);
  // Somebody who has set out is under way today, whenever it was planned.
  if (order.status === "pickup" || day <= today) return "today";
  return day === addDays(today, 1) ? "tomorrow" : "later";
}

function byDue(a: Order, b: Order): number {
  return dueAt(a).localeCompare(dueAt(b)) || byPickup(a, b);
}

/** The jobs that are to be done, in sections, each in the order in which its jobs are due; empty ones are left out. */
export function inSections(orders: readonly Order[], now: number): { section: Section; jobs: Order[] }[] {
  return SECTIONS.map((section) => ({
    section,
    jobs: orders.filter((order) => sectionOf(order, now) === section).sort(byDue),
  })).filter(({ jobs }) => jobs.length > 0);
}

/**
 * The job whose step is the next thing to do: the first in the order of the sections that has one. Nobody sets out today
 * for a pickup of another day.
 */
export function nextToDo(orders: readonly Order[], now: number): Order | undefined {
  return inSections(orders, now)
    .flatMap(({ section, jobs }) =>
      jobs.filter(({ status }) => status !== "confirmed" || section === "late" || section === "today"),
    )
    .find(
      ({ handBackBy, allowedTransitions }) =>
        handBackBy === null && allowedTransitions.some((status) => status !== "cancelled" && status !== "pending"),
    );
}
