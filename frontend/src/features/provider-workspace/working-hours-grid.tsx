import { Plus } from "lucide-react";
import type { MouseEvent, ReactElement } from "react";

import type { WorkingWindow } from "@/api/types";
import { t } from "@/i18n/i18n";
import { IconButton } from "@/ui/button";

import { daySpan, positionIn, startAt, type Span } from "./day-span";
import type { Edited } from "./hours-dialog";
import { WEEK, type Weekday } from "./weekdays";

const HOUR_REM = 1.75;
const COLUMNS = "grid grid-cols-[1.375rem_repeat(7,minmax(0,1fr))] md:grid-cols-[2.5rem_repeat(7,minmax(0,1fr))]";
const EVERY_OTHER = 2;
// A seventh of the narrowest screen holds a time on one line, from border to border.
const TIME = "-mx-px font-semibold whitespace-nowrap tabular-nums max-[22rem]:tracking-tighter";

type OnEdit = (edited: Edited) => void;

/** The id of the button that adds hours on a day: focused after a removal. */
const addsOn = (day: Weekday): string => `add-hours-${day}`;

/** Hour labels, every second one, so that they do not overlap. */
function Scale({ span }: { span: Span }): ReactElement {
  const hours = Array.from({ length: span.until - span.from }, (_, index) => span.from + index);
  return (
    <div aria-hidden className="relative text-caption text-ink-soft tabular-nums">
      {hours
        .filter((hour) => (hour - span.from) % EVERY_OTHER === 0)
        .map((hour) => (
          <span
            key={hour}
            className="absolute right-1 -translate-y-1/2"
            style={{ top: `${(hour - span.from) * HOUR_REM}rem` }}
          >
            {hour}
          </span>
        ))}
    </div>
  );
}

/** A window of working hours. */
function Block({
  day,
  window,
  span,
  onEdit,
}: {
  day: Weekday;
  window: WorkingWindow;
  span: Span;
  onEdit: OnEdit;
}): ReactElement {
  const { startTime: start, endTime: end, slotMinutes: minutes, maxBookings } = window;
  const capacity = t("week.places", { count: maxBookings });
  return (
    <button
      type="button"
      onClick={() => onEdit({ day, window })}
      className="absolute inset-x-px flex min-h-touch flex-col justify-between overflow-hidden rounded-md border border-brand bg-brand-soft py-1 text-center text-caption leading-tight text-brand-ink transition-colors hover:bg-sunken"
      style={positionIn(span, window, HOUR_REM)}
    >
      <span className="sr-only">
        {t("week.hours.change", { day: t(`week.day.${day}`), start, end })}{" "}
        {t("week.hours.detail", { minutes, places: capacity })}
      </span>
      <span aria-hidden className={TIME}>
        {start}
      </span>
      <span aria-hidden className="hidden md:block">
        {t("week.hours.detail", { minutes, places: capacity })}
      </span>
      <span aria-hidden className={TIME}>
        {end}
      </span>
    </button>
  );
}

type ColumnProps = { day: Weekday; windows: readonly WorkingWindow[]; span: Span; onEdit: OnEdit };

/** A day's windows; clicking between them adds one there. */
function Column({ day, windows, span, onEdit }: ColumnProps): ReactElement {
  const beginHere = (event: MouseEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    onEdit({ day, window: null, startTime: startAt(span, (event.clientY - top) / height) });
  };
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- For pointers only; the button above does the same.
    <div
      onClick={beginHere}
      data-goes-on-at={addsOn(day)}
      className="relative cursor-cell border-l bg-[linear-gradient(to_bottom,var(--line)_1px,transparent_1px)] transition-colors hover:bg-sunken"
      style={{
        height: `${(span.until - span.from) * HOUR_REM}rem`,
        backgroundSize: `100% ${HOUR_REM * EVERY_OTHER}rem`,
      }}
    >
      {windows.length === 0 && <p className="sr-only">{t("week.hours.none")}</p>}
      {windows.map((window) => (
        <Block key={window.id} day={day} window={window} span={span} onEdit={onEdit} />
      ))}
    </div>
  );
}

function DayHead({ day, onEdit }: { day: Weekday; onEdit: OnEdit }): ReactElement {
  const name = t(`week.day.${day}`);
  return (
    <div className="flex flex-col items-center">
      <span aria-hidden className="font-semibold">
        {name.slice(0, 2)}
      </span>
      <h3 className="sr-only">{name}</h3>
      <IconButton
        id={addsOn(day)}
        label={t("week.hours.add", { day: name })}
        icon={<Plus aria-hidden className="size-5" />}
        onClick={() => onEdit({ day, window: null })}
      />
    </div>
  );
}

/** The week as a grid with a column per day; click to edit or add. */
export function WorkingHoursGrid({
  windows,
  onEdit,
}: {
  windows: readonly WorkingWindow[];
  onEdit: OnEdit;
}): ReactElement {
  const span = daySpan(windows);
  return (
    <div className="-mx-3 md:mx-0">
      <div className={COLUMNS}>
        <span />
        {WEEK.map((day) => (
          <DayHead key={day} day={day} onEdit={onEdit} />
        ))}
      </div>
      <div className={`${COLUMNS} mt-2`}>
        <Scale span={span} />
        {WEEK.map((day) => (
          <Column
            key={day}
            day={day}
            windows={windows.filter(({ dayOfWeek }) => dayOfWeek === day)}
            span={span}
            onEdit={onEdit}
          />
        ))}
      </div>
    </div>
  );
}
