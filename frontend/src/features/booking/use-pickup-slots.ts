import { useState } from "react";

import { useTimeSlots } from "@/api/providers/use-providers";
import type { TimeSlot } from "@/api/types";
import { addDays } from "@/lib/dates";
import { mondayOf } from "@/lib/weeks";

const LAST_DAY = 6;

export type PickupSlots = {
  /** Undefined until fetched for this visit: cached slots may be taken by now. */
  slots: TimeSlot[] | undefined;
  /** The last day of the slots: not tomorrow while those of a new day are fetched. */
  until: string;
  error: unknown;
  refresh: () => Promise<unknown>;
};

/** A provider's slots of today and tomorrow, fetched at each visit. */
export function usePickupSlots(providerId: string | null, today: string): PickupSlots {
  const [isFresh, setIsFresh] = useState(false);
  const endDate = addDays(today, 1);
  const [until, setUntil] = useState(endDate);
  const range = providerId === null ? null : { providerId, startDate: today, endDate };
  const { slots, error, isBusy, retry } = useTimeSlots(range, "fresh");
  if (!isFresh && slots !== undefined && !isBusy) setIsFresh(true);
  if (until !== endDate && error === undefined && !isBusy) setUntil(endDate);
  return { slots: isFresh ? slots : undefined, until, error: isFresh ? undefined : error, refresh: retry };
}

/** A provider's slots of the week of a date, cached for the calendar too; undefined while loading. */
export function useSlotsAround(providerId: string, date: string | null): TimeSlot[] | undefined {
  const startDate = date === null ? "" : mondayOf(date);
  return useTimeSlots(date === null ? null : { providerId, startDate, endDate: addDays(startDate, LAST_DAY) }).slots;
}
