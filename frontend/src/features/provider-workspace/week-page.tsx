import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { BookingsOnClosedHours } from "./bookings-on-closed-hours";
import { DaysOff } from "./days-off";
import { PauseCard, PausedNotice } from "./pause-card";
import { useHeadingAfterPause, useWeek } from "./use-week";
import { WorkingHours } from "./working-hours";

function WeekSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-130 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
    </Loading>
  );
}

function Week(): ReactElement {
  const state = useWeek();
  const { week, error, isBusy, retry, warnings } = state;
  useHeadingAfterPause(week?.isPaused);

  if (week === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("week.error"))} busy={isBusy} onRetry={retry} />;
  }
  if (week === undefined) return <WeekSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      {week.isPaused && <PausedNotice state={state} week={week} />}
      <BookingsOnClosedHours affected={week.affected} warnings={warnings} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[3fr_2fr]">
        <WorkingHours state={state} windows={week.windows} />
        <div className="flex flex-col gap-4">
          <DaysOff state={state} />
          {!week.isPaused && <PauseCard state={state} />}
        </div>
      </div>
    </div>
  );
}

/** When a provider works: hours by weekday, days off, pause, and what is booked outside of them. */
export function WeekPage(): ReactElement {
  return (
    <Page title={t("week.title")} backTo="/provider" width="page" lead={t("week.lead")}>
      <Week />
    </Page>
  );
}
