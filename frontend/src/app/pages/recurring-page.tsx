import { useEffect, type ReactElement } from "react";

import { RecurringScreen } from "@/features/recurring/recurring-screen";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Loading, Skeleton } from "@/ui/skeleton";

function WaitingCalendar(): ReactElement {
  return (
    <Loading>
      <Skeleton className="h-96 rounded-md" />
    </Loading>
  );
}

const WeekCalendar = lazyPart(
  async () => {
    const [part] = await Promise.all([import("@/features/scheduling/week-calendar"), loadMessages("scheduling")]);
    return part.WeekCalendar;
  },
  { Waiting: WaitingCalendar },
);

/** Recurring bookings, with the calendar to move a single pickup, which loads after the page. */
export function RecurringPage(): ReactElement {
  useEffect(() => void WeekCalendar.preload(), []);
  return <RecurringScreen calendar={(calendar) => <WeekCalendar {...calendar} />} />;
}
