import type { SlotType, TimeSlot } from "@/api/types";
import { addDays, zurichDate } from "@/lib/dates";

function typeOf(date: string): SlotType {
  const today = zurichDate(Date.now());
  if (date === today) return "same_day";
  return date === addDays(today, 1) ? "next_day" : "scheduled";
}

/** Free one-hour slots at the given Swiss times, with two of three places left. */
export function slotsAt(date: string, ...starts: string[]): TimeSlot[] {
  return starts.map((startTime) => ({
    id: `${date} ${startTime}`,
    date,
    startTime,
    endTime: `${(Number(startTime.slice(0, 2)) + 1).toString().padStart(2, "0")}${startTime.slice(2)}`,
    slotType: typeOf(date),
    isAvailable: true,
    maxBookings: 3,
    currentBookings: 1,
  }));
}

/** The key for `serve` of a provider's slots between two dates. */
export function slotsCall(providerId: string, startDate: string, endDate: string): string {
  return `GET /api/time-slots?providerId=${providerId}&startDate=${startDate}&endDate=${endDate}`;
}
