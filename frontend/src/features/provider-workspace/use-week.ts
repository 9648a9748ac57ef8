import { useEffect, useRef, useState } from "react";

import { useWorkingWeek, type Hours } from "@/api/slots/use-working-week";
import type { BookingsOnClosedHours, DayOff, Week } from "@/api/types";
import { t } from "@/i18n/i18n";
import { focusHeading } from "@/ui/overlay/focus";
import { showToast } from "@/ui/overlay/toast";

type Changed = { affected: BookingsOnClosedHours[] };

export function countOf(affected: readonly BookingsOnClosedHours[]): number {
  return affected.reduce((sum, slot) => sum + slot.orders.length, 0);
}

export type WeekState = {
  week: Week | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => void;
  /** Increases whenever a change left bookings on closed hours, to scroll to them. */
  warnings: number;
  setHours: (windows: readonly Hours[], done: string) => Promise<void>;
  takeOff: (days: { startDate: string; endDate: string; note: string }, done: string) => Promise<void>;
  removeDayOff: (dayOff: DayOff, done: string) => Promise<void>;
  pause: (until: string | null, done: string) => Promise<void>;
  resume: (done: string) => Promise<void>;
};

/** The provider's week and changes to it. A refused change throws; a successful one shows a toast. */
export function useWeek(): WeekState {
  const { week, error, isBusy, retry, ...writes } = useWorkingWeek();
  const [warnings, setWarnings] = useState(0);

  const change = async (sent: Promise<Changed>, done: string): Promise<void> => {
    const { affected } = await sent;
    const count = countOf(affected);
    showToast(count === 0 ? { title: done } : { title: done, description: t("week.affected.toast", { count }) });
    if (count > 0) setWarnings((before) => before + 1);
  };

  return {
    week,
    error,
    isBusy,
    retry: () => void retry(),
    warnings,
    setHours: (windows, done) => change(writes.setHours(windows), done),
    takeOff: (days, done) => change(writes.takeOff(days), done),
    removeDayOff: (dayOff, done) => change(writes.removeDayOff(dayOff), done),
    pause: (until, done) => change(writes.pause(until), done),
    // Bookings during the pause were shown when it began.
    resume: (done) =>
      change(
        writes.resume().then(() => ({ affected: [] })),
        done,
      ),
  };
}

/** Starting or ending a pause removes the pressed button: focus the heading. */
export function useHeadingAfterPause(isPaused: boolean | undefined): void {
  const wasPaused = useRef(isPaused);
  useEffect(() => {
    if (wasPaused.current !== undefined && wasPaused.current !== isPaused) focusHeading();
    wasPaused.current = isPaused;
  }, [isPaused]);
}
