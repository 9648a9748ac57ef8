import { below, keys, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { RequestOf } from "@/api/http/operation";
import { useHeldWrite, useWrite, type HeldWrite } from "@/api/http/use-write";
import type {
  FirstPickup,
  ListedProvider,
  MoveTimes,
  RecurringBooking,
  RecurringBookingCreate,
  UnavailableProvider,
} from "@/api/types";

const OUTDATED = [
  below("/api/recurring-bookings"),
  below("/api/orders"),
  below("/api/time-slots"),
  below(keys.notifications),
];

export function useRecurringBookings(
  customerId: string,
): Omit<Reading<unknown>, "data" | "show"> & { bookings: RecurringBooking[] | undefined } {
  const { data: bookings, ...reading } = useRead(keys.recurringOf(customerId), "checked");
  return { bookings, ...reading };
}

/** The times to which one pickup can be moved on a date, "2026-11-23". Null fetches nothing. */
export function useMoveTimes(
  where: { bookingId: string; occurrenceId: string; date: string } | null,
): Omit<Reading<unknown>, "data" | "show"> & { times: MoveTimes | undefined } {
  const { data: times, ...reading } = useRead(
    where === null ? null : keys.moveTimes(where.bookingId, where.occurrenceId, where.date),
    "checked",
  );
  return { times, ...reading };
}

/** A few other providers who could take the booking unchanged, nearest first. */
export function useRecurringAlternatives(
  bookingId: string,
): Omit<Reading<unknown>, "data" | "show"> & { providers: ListedProvider[] | undefined } {
  const { data: providers, ...reading } = useRead(keys.recurringAlternatives(bookingId), "checked");
  return { providers, ...reading };
}

/** Revalidates what can be chosen for a recurring booking: a time was taken, or it changed meanwhile. */
export function useRefreshTaken(): () => Promise<unknown> {
  const refresh = useRefresh();
  return () => Promise.all([below("/api/time-slots"), below("/api/recurring-bookings")].map(refresh));
}

type PlanQuery = Parameters<typeof keys.firstPickup>[0];

/** The pattern with its weekday or day of the month, and the time. */
type RecurringPlan = Pick<RecurringBookingCreate, "recurringPattern" | "preferredTime"> & {
  dayOfWeek: number | null;
  dayOfMonth: number | null;
};

function queryOf({ recurringPattern, preferredTime, dayOfWeek, dayOfMonth }: RecurringPlan): PlanQuery {
  return {
    recurringPattern,
    preferredTime,
    ...(dayOfWeek !== null && { dayOfWeek }),
    ...(dayOfMonth !== null && { dayOfMonth }),
  };
}

/** When a new plan would start, and when its first pickup would be charged, computed by the server. */
export function useFirstPickup(
  plan: RecurringPlan,
): Omit<Reading<unknown>, "data" | "show"> & { first: FirstPickup | undefined } {
  const { data: first, ...reading } = useRead(keys.firstPickup(queryOf(plan)), "checked");
  return { first, ...reading };
}

/** The next pickup of a running booking if it had another plan, and when it would be charged. Null fetches nothing. */
export function useNextPickup(bookingId: string, plan: RecurringPlan | null): { first: FirstPickup | undefined } {
  // Not in keys.ts, which every page loads.
  const key: Key<"/api/recurring-bookings/{booking_id}/next-pickup"> | null =
    plan === null
      ? null
      : ["/api/recurring-bookings/{booking_id}/next-pickup", { path: { booking_id: bookingId }, query: queryOf(plan) }];
  return { first: useRead(key, "checked").data };
}

/**
 * The providers around the pickup's postal code who cannot do a plan, and why; all others can. The previous data stays
 * on screen while the plan or an address changes.
 */
export function useUnavailableProviders(
  plan: RecurringPlan,
  codes: { pickupPostalCode: string; deliveryPostalCode: string },
): Omit<Reading<unknown>, "data" | "show"> & { unavailable: UnavailableProvider[] | undefined } {
  const { data: unavailable, ...reading } = useRead(keys.unavailableProviders({ ...queryOf(plan), ...codes }), "fresh");
  return { unavailable, ...reading };
}

export function useCreateRecurring(): (booking: RecurringBookingCreate) => Promise<RecurringBooking> {
  const write = useWrite();
  return (body) => write("post", "/api/recurring-bookings", { body }, OUTDATED);
}

type SeriesChange = RequestOf<"patch", "/api/recurring-bookings/{booking_id}">["body"];

type Move = Required<
  RequestOf<"post", "/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/move">["body"]
>;

type SeriesWrites = {
  end: () => Promise<RecurringBooking>;
  change: (changes: SeriesChange) => Promise<RecurringBooking>;
  /** Until a date, "2026-12-31". */
  pause: (until: string) => Promise<RecurringBooking>;
  /** `expectedCharge`: what is shown to be charged at once, in CHF. */
  resume: (expectedCharge: string) => Promise<RecurringBooking>;
  skip: (occurrenceId: string) => HeldWrite;
  move: (occurrenceId: string, to: Move) => Promise<RecurringBooking>;
};

/** Actions on one recurring booking, and on its single pickups. */
export function useSeriesWrites(bookingId: string): SeriesWrites {
  const write = useWrite();
  const hold = useHeldWrite();
  const path = { booking_id: bookingId };
  return {
    end: () => write("delete", "/api/recurring-bookings/{booking_id}", { path }, OUTDATED),
    change: (body) => write("patch", "/api/recurring-bookings/{booking_id}", { path, body }, OUTDATED),
    pause: (until) => write("post", "/api/recurring-bookings/{booking_id}/pause", { path, body: { until } }, OUTDATED),
    resume: (expectedCharge) =>
      write("post", "/api/recurring-bookings/{booking_id}/resume", { path, body: { expectedCharge } }, OUTDATED),
    skip: (id) =>
      hold(
        "post",
        "/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/skip",
        { path: { ...path, occurrence_id: id } },
        OUTDATED,
      ),
    move: (id, body) =>
      write(
        "post",
        "/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/move",
        { path: { ...path, occurrence_id: id }, body },
        OUTDATED,
      ),
  };
}
