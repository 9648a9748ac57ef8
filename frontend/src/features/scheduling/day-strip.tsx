import type { ReactElement } from "react";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayNumber, formatMonth, formatWeekday } from "@/lib/weeks";

import { SLOT_TYPE_ICONS } from "./slot-types";

type DayStripProps = {
  dates: readonly string[];
  slots: readonly TimeSlot[];
  today: string;
  shown: string;
  onShow: (date: string) => void;
};

/** The seven days, for narrow screens: a press shows that day's times. */
export function DayStrip({ dates, slots, today, shown, onShow }: DayStripProps): ReactElement {
  return (
    <div role="group" aria-label={t("scheduling.days")} className="mb-3 grid grid-cols-7 gap-0.5 @task:hidden">
      {dates.map((date) => {
        const free = slots.filter((slot) => slot.date === date);
        const Icon = free[0] === undefined ? null : SLOT_TYPE_ICONS[free[0].slotType];
        const isPast = date < today;
        const isShown = date === shown;
        const state = isPast ? t("scheduling.day.past") : t("scheduling.day", { count: free.length });
        return (
          <button
            key={date}
            type="button"
            aria-pressed={isShown}
            disabled={isPast}
            onClick={() => onShow(date)}
            className={cx(
              "relative flex min-h-16 flex-col items-center justify-center gap-0.5 rounded-md transition-colors",
              isShown ? "bg-brand-soft text-brand-ink" : isPast ? "text-ink-soft" : "hover:bg-sunken",
            )}
          >
            <span className={cx("text-caption", !isShown && "text-ink-soft")}>{formatWeekday(date)}</span>{" "}
            <span className={cx("font-semibold tabular-nums", isPast && "line-through")}>{dayNumber(date)}</span>
            <span className="sr-only">
              {" "}
              {formatMonth(date)}, {state}
            </span>
            <span aria-hidden className="size-3.5 text-brand-ink">
              {Icon !== null && <Icon className="size-3.5" />}
            </span>
          </button>
        );
      })}
    </div>
  );
}
