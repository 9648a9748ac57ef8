import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useRef, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { formatWeek } from "@/lib/weeks";
import { IconButton } from "@/ui/button";
import { RadioTile } from "@/ui/radio-tile";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { DayStrip } from "./day-strip";
import { EmptyWeek } from "./empty-week";
import { SlotGrid } from "./slot-grid";
import { FILTERS, type SlotFilter } from "./slots";
import { useWeekCalendar, type WeekCalendarInput, type WeekCalendarState } from "./use-week-calendar";

/** The slot type filter. */
function SlotFilterChoice({
  value,
  onChange,
}: {
  value: SlotFilter;
  onChange: (filter: SlotFilter) => void;
}): ReactElement {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t("scheduling.filter")}</legend>
      <div className="flex rounded-md bg-sunken p-1">
        {FILTERS.map((filter) => (
          <RadioTile
            key={filter}
            name={name}
            value={filter}
            checked={filter === value}
            onChoose={() => onChange(filter)}
            className="inline-flex min-h-touch grow rounded-sm px-2 text-center text-caption font-medium wrap-break-word text-ink-soft transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-offset-2 @task:px-3"
          >
            {t(`scheduling.type.${filter}`)}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}

const SKELETON_ROWS = 6;
const COLUMNS = 7;

function WeekSkeleton(): ReactElement {
  return (
    <Loading>
      <div className="mb-3 grid grid-cols-7 gap-1.5">
        {Array.from({ length: COLUMNS }, (_, day) => (
          <Skeleton key={day} className="h-16 rounded-md @task:h-14" />
        ))}
      </div>
      <div className="grid grid-cols-3 gap-2 @task:grid-cols-7 @task:gap-1.5">
        {Array.from({ length: SKELETON_ROWS * COLUMNS }, (_, cell) => (
          <Skeleton
            key={cell}
            className={cell < SKELETON_ROWS * 2 ? "h-14 rounded-md" : "hidden h-14 rounded-md @task:block"}
          />
        ))}
      </div>
    </Loading>
  );
}

function WeekBody({
  providerId,
  chosen,
  without,
  label,
  state,
}: Omit<WeekCalendarInput, "onChoose"> & { label: string; state: WeekCalendarState }): ReactElement {
  const { week, open, shown, monday, filter, setFilter, now, today, dates } = state;
  if (week.error !== undefined) {
    return (
      <ErrorState
        body={errorText(week.error, t("scheduling.error"))}
        onRetry={() => void week.retry()}
        busy={week.isLoading}
      />
    );
  }
  if (open === undefined || shown === undefined) return <WeekSkeleton />;
  if (shown.length === 0) {
    return (
      <EmptyWeek
        providerId={providerId}
        monday={monday}
        filter={filter}
        without={without}
        hasOthers={open.length > 0}
        now={now}
        isThisWeek={state.isThisWeek}
        onShowAll={() => setFilter("all")}
        onShowDate={state.showDate}
        onBack={() => state.showDate(today)}
      />
    );
  }
  return (
    <>
      <DayStrip dates={dates} slots={shown} today={today} shown={state.day} onShow={state.pickDay} />
      <SlotGrid
        label={label}
        dates={dates}
        slots={shown}
        today={today}
        day={state.day}
        stop={state.stop}
        chosen={chosen}
        onChoose={state.choose}
        onStop={state.moveTo}
      />
    </>
  );
}

/**
 * A provider's free slots of one week, Monday to Sunday, in Swiss dates. `onChoose` gets the pressed slot; `chosen` is
 * marked. Keyboard navigation as in a grid.
 */
export function WeekCalendar(props: WeekCalendarInput): ReactElement {
  const body = useRef<HTMLDivElement>(null);
  const state = useWeekCalendar(props, body);
  const week = formatWeek(state.monday, state.now);
  return (
    <div className="@container">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex grow items-center justify-between gap-1 @task:grow-0">
          {state.isThisWeek ? (
            // No way to past weeks; a placeholder keeps the week's title in place.
            <span className="size-touch shrink-0" />
          ) : (
            <IconButton
              label={t("scheduling.previous")}
              icon={<ChevronLeft aria-hidden className="size-5" />}
              onClick={() => state.turn(-1)}
            />
          )}
          <p aria-live="polite" className="min-w-32 text-center text-lead font-semibold tabular-nums">
            {week}
          </p>
          <IconButton
            label={t("scheduling.next")}
            icon={<ChevronRight aria-hidden className="size-5" />}
            onClick={() => state.turn(1)}
          />
        </div>
        <div className="w-full @task:w-auto">
          <SlotFilterChoice value={state.filter} onChange={state.setFilter} />
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Holds the focus while loading; its keys match the buttons. */}
      <div ref={body} tabIndex={-1} onKeyDown={state.turnByKey} className="rounded-md focus:outline-none">
        <WeekBody {...props} label={t("scheduling.grid", { week })} state={state} />
      </div>
    </div>
  );
}
