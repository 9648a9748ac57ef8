import { useTimeSlots } from "@/api/providers/use-providers";
import type { TimeSlot } from "@/api/types";
import { addDays } from "@/lib/dates";

import { filteredSlots, openSlots, type SlotFilter } from "./slots";

const LAST_DAY = 6;
const WEEK = 7;
/** The API's longest range is 62 days, both ends included. */
const FURTHER_DAYS = 61;

export type WeekSlots = {
  slots: TimeSlot[] | undefined;
  error: unknown;
  isLoading: boolean;
  retry: () => Promise<unknown>;
};

/** A provider's slots of a week, cached, and fetched again at each visit. */
export function useWeekSlots(providerId: string, monday: string): WeekSlots {
  const { slots, error, isBusy, retry } = useTimeSlots({
    providerId,
    startDate: monday,
    endDate: addDays(monday, LAST_DAY),
  });
  return { slots, error: slots === undefined ? error : undefined, isLoading: isBusy, retry };
}

export type NextFree = { date: string | null; isLoading: boolean };

/** The first free day after a week; only fetched if `isWanted`, because it is rarely needed. */
export function useNextFree(query: {
  providerId: string;
  monday: string;
  filter: SlotFilter;
  without: readonly string[] | undefined;
  now: number;
  isWanted: boolean;
}): NextFree {
  const { providerId, monday, filter, without, now, isWanted } = query;
  const startDate = addDays(monday, WEEK);
  const range = isWanted ? { providerId, startDate, endDate: addDays(startDate, FURTHER_DAYS) } : null;
  const { slots, isBusy } = useTimeSlots(range);
  const [first] = filteredSlots(openSlots(slots ?? [], now, without), filter);
  return { date: first?.date ?? null, isLoading: slots === undefined && isBusy };
}
