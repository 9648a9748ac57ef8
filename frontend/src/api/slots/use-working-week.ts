import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useWrite } from "@/api/http/use-write";
import type { BookingsOnClosedHours, DayOff, Week, WorkingWindow } from "@/api/types";

const WEEK: Key<"/api/provider/week"> = ["/api/provider/week", {}];
const DAYS_OFF: Key<"/api/provider/days-off"> = ["/api/provider/days-off", {}];

export type Hours = Omit<WorkingWindow, "id" | "providerId">;
type Changed = { affected: BookingsOnClosedHours[] };

type WorkingWeek = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  week: Week | undefined;
  /** Saves the week with If-Match; refused if another window saved a newer one. */
  setHours: (windows: readonly Hours[]) => Promise<Changed>;
  takeOff: (days: { startDate: string; endDate: string; note: string }) => Promise<Changed>;
  removeDayOff: (dayOff: DayOff) => Promise<Changed>;
  pause: (until: string | null) => Promise<Changed>;
  resume: () => Promise<unknown>;
};

/** The signed-in provider's week, and changes to it; each returns the bookings that are now on closed hours. */
export function useWorkingWeek(): WorkingWeek {
  const { data: week, etag: ifMatch, error, isBusy, retry } = useRead(WEEK, "checked");
  const write = useWrite();
  const outdated = [below(WEEK), below(DAYS_OFF), below("/api/time-slots")];
  return {
    week,
    error,
    isBusy,
    retry,
    setHours: (windows) => write("put", "/api/provider/week", { body: { windows: [...windows] }, ifMatch }, outdated),
    takeOff: (body) => write("post", "/api/provider/days-off", { body }, outdated),
    removeDayOff: ({ id }) =>
      write("delete", "/api/provider/days-off/{day_off_id}", { path: { day_off_id: id } }, outdated),
    pause: (until) => write("post", "/api/provider/pause", { body: { until } }, outdated),
    resume: () => write("post", "/api/provider/resume", {}, outdated),
  };
}

/** The signed-in provider's days off. */
export function useDaysOff(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { daysOff: DayOff[] | undefined } {
  const { data: daysOff, error, isBusy, retry } = useRead(DAYS_OFF, "checked");
  return { daysOff, error, isBusy, retry };
}

type Window = { providerId: string } & Pick<Hours, "dayOfWeek" | "startTime" | "endTime">;

/** Sets up a provider's time as the demo of specification point 9 does. */
export function useSlotSetup(): {
  addWindow: (window: Window) => Promise<unknown>;
  generate: (days: { providerId: string; startDate: string; endDate: string }) => Promise<unknown>;
} {
  const write = useWrite();
  return {
    addWindow: (body) => write("post", "/api/provider-schedules", { body }),
    generate: (body) => write("post", "/api/generate-time-slots", { body }, [below("/api/time-slots")]),
  };
}
