import { useId, type KeyboardEvent, type ReactElement } from "react";

import type { SlotType, TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayNumber, formatLongDate, formatWeekday } from "@/lib/weeks";

import { moved } from "./grid-moves";
import { SlotButton } from "./slot-button";
import { SLOT_TYPE_ICONS } from "./slot-types";
import { isSameSlot, type SlotKey } from "./slots";

// Seven columns if they fit; else one day's times, three per row.
const COLUMNS = "grid grid-cols-3 gap-2 @task:grid-cols-7 @task:gap-1.5";
const OTHER_DAY = "hidden @task:block";
const OTHER_ROW = "hidden @task:contents";
const NO_SLOT = "hidden rounded-md bg-sunken @task:block";

type DayHeadingProps = { date: string; today: string; type: SlotType | undefined };

/** `type` is the type of the day's slots; its icon is explained in the legend. */
function DayHeading({ date, today, type }: DayHeadingProps): ReactElement {
  const isPast = date < today;
  const Icon = type === undefined ? null : SLOT_TYPE_ICONS[type];
  return (
    <div role="columnheader" aria-label={formatLongDate(date)} className="pb-1 text-center">
      <span className="flex items-center justify-center gap-1 text-caption text-ink-soft">
        {formatWeekday(date)}
        {Icon !== null && <Icon aria-hidden className="size-3.5 text-brand-ink" />}
      </span>
      <span
        className={cx(
          "mx-auto flex size-9 items-center justify-center rounded-full text-lead font-semibold tabular-nums",
          date === today && "bg-brand text-on-brand",
          isPast && "text-ink-soft line-through",
        )}
      >
        {dayNumber(date)}
      </span>
    </div>
  );
}

type WeekGridProps = {
  label: string;
  dates: readonly string[];
  /** Sorted by start. */
  slots: readonly TimeSlot[];
  today: string;
  /** The day to show on narrow screens. */
  day: string;
  stop: SlotKey | null;
  chosen: SlotKey | null;
  onChoose: (slot: TimeSlot) => void;
  /** A slot has got the focus, or (isMove) must get it. */
  onStop: (slot: TimeSlot, isMove: boolean) => void;
};

/** A week's free slots: a row per start time, a column per day. Only one is a tab stop. */
export function SlotGrid({
  label,
  dates,
  slots,
  today,
  day,
  stop,
  chosen,
  onChoose,
  onStop,
}: WeekGridProps): ReactElement {
  const id = useId();
  const starts = [...new Set(slots.map(({ startTime }) => startTime))].sort();

  const onDay = new Set(slots.filter(({ date }) => date === day).map(({ startTime }) => startTime));

  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || stop === null) return;
    const target = moved(slots, stop, event.key, event.ctrlKey);
    if (target === null) return;
    event.preventDefault();
    onStop(target, true);
  };

  return (
    <>
      <p id={id} className="sr-only">
        {t("scheduling.grid.keys")}
      </p>
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- Its cells take the focus, one at a time. */}
      <div role="grid" aria-label={label} aria-describedby={id} onKeyDown={move} className={COLUMNS}>
        <div role="row" className={OTHER_ROW}>
          {dates.map((date) => (
            <DayHeading
              key={date}
              date={date}
              today={today}
              type={slots.find((slot) => slot.date === date)?.slotType}
            />
          ))}
        </div>
        {starts.map((startTime) => (
          <div key={startTime} role="row" className={onDay.has(startTime) ? "contents" : OTHER_ROW}>
            {dates.map((date) => {
              const slot = slots.find((candidate) => isSameSlot(candidate, { date, startTime }));
              return (
                <div
                  key={date}
                  role="gridcell"
                  className={
                    slot === undefined
                      ? cx(NO_SLOT, date >= today && "opacity-50")
                      : date === day
                        ? undefined
                        : OTHER_DAY
                  }
                >
                  {slot !== undefined && (
                    <SlotButton
                      slot={slot}
                      isChosen={isSameSlot(slot, chosen)}
                      isStop={isSameSlot(slot, stop)}
                      onChoose={() => onChoose(slot)}
                      onFocus={() => onStop(slot, false)}
                    />
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {onDay.size === 0 && <p className="py-6 text-center text-ink-soft @task:hidden">{t("scheduling.day.none")}</p>}
    </>
  );
}
