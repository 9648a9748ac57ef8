import { useState } from "react";
import useSWR from "swr";

import { ApiError } from "@/resources/api-error";
import { api, call, idempotencyKey, type Answer } from "@/resources/client";
import { addressOf, below, keys } from "@/resources/keys";
import { useRefresh } from "@/resources/refresh";
import type { DayOff, StandingBookings, Week, WorkingWindow } from "@/resources/types";
import { plural } from "@/i18n/i18n";
import { showToast } from "@/ui/overlay/toast";

export type Hours = Omit<WorkingWindow, "id" | "providerId">;
type Changed = { affected: StandingBookings[] };

export function countOf(affected: readonly StandingBookings[]): number {
  return affected.reduce((sum, slot) => sum + slot.orders.length, 0);
}

export type WeekState = {
  week: Week | undefined;
  error: unknown;
  isValidating: boolean;
  retry: () => void;
  /** How often a change has left bookings standing: each time they are pointed out. */
  warnings: number;
  setHours: (windows: readonly Hours[], done: string) => Promise<void>;
  takeOff: (days: { startDate: string; endDate: string; note: string }, done: string) => Promise<void>;
  workAgain: (dayOff: DayOff, done: string) => Promise<void>;
  pause: (until: string | null, done: string) => Promise<void>;
  resume: (done: string) => Promise<void>;
};

/** The provider's week and every change of it. A change that is refused throws; one that is done says so in a toast. */
export function useWeek(): WeekState {
  const { data, error, isValidating, mutate } = useSWR<Answer<Week>, unknown>(keys.week, () => call<Week>("GET", addressOf(keys.week)), { revalidateIfStale: true });
  const refresh = useRefresh();
  const [warnings, setWarnings] = useState(0);

  const change = async (run: (key: { idempotencyKey: string }) => Promise<Changed>, done: string): Promise<void> => {
    const { affected } = await run({ idempotencyKey: idempotencyKey() });
    const count = countOf(affected);
    await Promise.all([mutate(), refresh(below(keys.daysOff)), refresh(below(["/api/time-slots"]))]);
    showToast(count === 0 ? { title: done } : { title: done, description: plural("week.affected.toast", count) });
    if (count > 0) setWarnings((before) => before + 1);
  };

  const setHours = async (windows: readonly Hours[], done: string): Promise<void> => {
    try {
      // Only the week that was looked at is replaced: another window may have saved a newer one.
      await change((key) => api.put(addressOf(keys.week), { windows }, { ...key, ifMatch: data?.etag ?? null }), done);
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === "version_conflict") await mutate();
      throw refusal;
    }
  };

  return {
    week: data?.data,
    error,
    isValidating,
    retry: () => void mutate(),
    warnings,
    setHours,
    takeOff: (days, done) => change((key) => api.post(addressOf(keys.daysOff), days, key), done),
    workAgain: (dayOff, done) => change((key) => api.delete(`${addressOf(keys.daysOff)}/${String(dayOff.id)}`, key), done),
    pause: (until, done) => change((key) => api.post("/api/provider/pause", { until }, key), done),
    // What stood during the pause has been told of when it began.
    resume: (done) => change(async (key) => ({ ...(await api.post<Week>("/api/provider/resume", undefined, key)), affected: [] }), done),
  };
}
