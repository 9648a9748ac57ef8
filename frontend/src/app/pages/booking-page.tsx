import type { ReactElement } from "react";
import useSWRImmutable from "swr/immutable";

import { errorText } from "@/api/error-text";
import { BookingScreen } from "@/features/booking/booking-screen";
import type { WeekCalendarInput } from "@/features/scheduling/use-week-calendar";
import { loadMessages, t } from "@/i18n/i18n";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

type Calendar = { WeekCalendar: (props: WeekCalendarInput) => ReactElement };

async function loadCalendar(): Promise<Calendar> {
  const [calendar] = await Promise.all([import("@/features/scheduling/week-calendar"), loadMessages("scheduling")]);
  return calendar;
}

/** Booking, with the calendar for every date beyond tomorrow: its code comes after the form, and is there once it is asked for. */
export function BookingPage(): ReactElement {
  const { data, error, mutate } = useSWRImmutable<Calendar, unknown>("week-calendar", loadCalendar);
  return (
    <BookingScreen
      calendar={(calendar) => {
        if (data !== undefined) return <data.WeekCalendar {...calendar} />;
        if (error !== undefined) return <ErrorState body={errorText(error, t("booking.error.times"))} onRetry={() => void mutate()} />;
        return (
          <Loading>
            <Skeleton className="h-96 rounded-md" />
          </Loading>
        );
      }}
    />
  );
}
