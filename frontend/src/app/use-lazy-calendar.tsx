import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { errorText } from "@/api/http/error-text";
import type { WeekCalendarInput } from "@/features/scheduling/use-week-calendar";
import { loadMessages } from "@/i18n/i18n";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

type Calendar = { WeekCalendar: (props: WeekCalendarInput) => ReactElement };

async function loadCalendar(): Promise<Calendar> {
  const [calendar] = await Promise.all([import("@/features/scheduling/week-calendar"), loadMessages("scheduling")]);
  return calendar;
}

/** Draws the weekly calendar; its code comes after the page that uses it, and is there once somebody asks for it. */
export function useLazyCalendar(): (calendar: WeekCalendarInput) => ReactElement {
  const { value: part, error, retry } = useLoaded(["week-calendar"], loadCalendar);
  return (calendar) => {
    if (part !== undefined) return <part.WeekCalendar {...calendar} />;
    if (error !== undefined) return <ErrorState body={errorText(error)} onRetry={() => void retry()} />;
    return (
      <Loading>
        <Skeleton className="h-96 rounded-md" />
      </Loading>
    );
  };
}
