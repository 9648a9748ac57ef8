import type { SlotType, TimeSlot } from "@/api/types";
import { addDays, zurichDate } from "@/lib/dates";

function typeOf(date: string): SlotType {
  const today = zurichDate(Date.now());
  if (date === today) return "same_day";
  return date === addDays(today, 1) ? "next_day" : "scheduled";
}

/** Free slots of an hour each, at these times of a Swiss day: three places, one of them taken. */
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

/** The call for a provider's slots between two dates, as `serve` names it. */
export function slotsCall(providerId: string, startDate: string, endDate: string): string {
  return `GET /api/time-slots?providerId=${providerId}&startDate=${startDate}&endDate=${endDate}`;
}
