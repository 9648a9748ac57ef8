import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { WorkingWindow } from "@/api/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { ClosedHoursNotice } from "./closed-hours-notice";
import { DaysOff } from "./days-off";
import { HoursDialog, type Edited } from "./hours-dialog";
import { PauseCard, PausedNotice } from "./pause-card";
import { useHeadingAfterPause, useWeek, type WeekState } from "./use-week";
import { WorkingHoursGrid } from "./working-hours-grid";

/** Working hours by weekday, to add, change or remove. */
function WorkingHours({ state, windows }: { state: WeekState; windows: readonly WorkingWindow[] }): ReactElement {
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <SectionCard title={t("week.hours.title")}>
      {windows.length === 0 && (
        <p className="mb-2 rounded-md bg-sunken px-4 py-3 text-ink-soft">{t("week.hours.empty")}</p>
      )}
      <p className="mb-3 text-ink-soft">{t("week.hours.lead")}</p>
      <WorkingHoursGrid windows={windows} onEdit={setEdited} />
      <HoursDialog
        edited={edited}
        windows={windows}
        onClose={() => setEdited(null)}
        onSave={async (hours) => {
          await state.setHours(hours, t("week.saved"));
          setEdited(null);
        }}
      />
    </SectionCard>
  );
}

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
      <ClosedHoursNotice affected={week.affected} warnings={warnings} />
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

/** A provider's working hours, days off, pause, and bookings outside of them. */
export function WeekPage(): ReactElement {
  return (
    <Page title={t("week.title")} backTo="/provider" width="page" lead={t("week.lead")}>
      <Week />
    </Page>
  );
}
