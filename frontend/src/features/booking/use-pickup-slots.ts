import { useState } from "react";
import useSWR from "swr";

import { keys } from "@/resources/keys";
import type { TimeSlot } from "@/resources/types";
import { addDays } from "@/lib/dates";
import { mondayOf } from "@/lib/weeks";

const LAST_DAY = 6;

export type PickupSlots = {
  /** Undefined until they were fetched for this visit: what an earlier visit saw may be taken since. */
  slots: TimeSlot[] | undefined;
  error: unknown;
  refresh: () => Promise<unknown>;
};

/** A provider's slots of today and tomorrow, fresh at every visit. */
export function usePickupSlots(providerId: string | null, today: string): PickupSlots {
  const [isFresh, setIsFresh] = useState(false);
  const query = providerId === null ? null : keys.timeSlots({ providerId, startDate: today, endDate: addDays(today, 1) });
  const { data, error, isValidating, mutate } = useSWR<TimeSlot[], unknown>(query, {
    revalidateOnMount: true,
    keepPreviousData: true,
  });
  if (!isFresh && data !== undefined && !isValidating) setIsFresh(true);
  return { slots: isFresh ? data : undefined, error: isFresh ? undefined : error, refresh: () => mutate() };
}

/** A provider's slots of the week around a date, as the calendar knows them too; undefined until they are there. */
export function useSlotsAround(providerId: string, date: string | null): TimeSlot[] | undefined {
  const startDate = date === null ? "" : mondayOf(date);
  const query = date === null ? null : keys.timeSlots({ providerId, startDate, endDate: addDays(startDate, LAST_DAY) });
  return useSWR<TimeSlot[], unknown>(query, { revalidateIfStale: true }).data;
}
