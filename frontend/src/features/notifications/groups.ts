import type { Notification } from "@/api/types";
import { formatDay, zurichDate } from "@/lib/dates";

/** What was said about one order on one day, the newest first; `orderId` is null for what is about no order. */
export type Group = { key: string; orderId: string | null; notices: Notification[] };
/** A day in Zurich, "Today", with what was said on it. */
export type Day = { date: string; title: string; groups: Group[] };

const ORDER = /^\/(?:tracking\/|provider#)([0-9a-f-]{36})/;

/** The order that a notice leads to; null for none. */
function orderOf({ link }: Notification): string | null {
  return ORDER.exec(link ?? "")?.[1] ?? null;
}

/** Notices by day and, within a day, by order. They come newest first, and so does everything here. */
export function groupedByDay(notices: readonly Notification[], now: number): Day[] {
  const days = new Map<string, Day>();
  for (const notice of notices) {
    const date = zurichDate(notice.createdAt);
    const day = days.get(date) ?? { date, title: formatDay(notice.createdAt, now), groups: [] };
    days.set(date, day);
    const orderId = orderOf(notice);
    const group = orderId === null ? undefined : day.groups.find((one) => one.orderId === orderId);
    if (group === undefined) day.groups.push({ key: notice.id, orderId, notices: [notice] });
    else group.notices.push(notice);
  }
  return [...days.values()];
}
