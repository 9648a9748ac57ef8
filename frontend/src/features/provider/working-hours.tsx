import { Plus } from "lucide-react";
import { useState, type ReactElement } from "react";

import type { WorkingWindow } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { IconButton } from "@/ui/button";
import { SectionCard } from "@/ui/card";

import { HoursDialog, type Edited } from "./hours-dialog";
import type { WeekState } from "./use-week";
import { WEEK, type Weekday } from "./weekdays";

type RowProps = { day: Weekday; windows: readonly WorkingWindow[]; onEdit: (edited: Edited) => void };

function DayRow({ day, windows, onEdit }: RowProps): ReactElement {
  const name = t(`week.day.${day}`);
  return (
    <li className="flex items-start gap-2 py-2">
      <h3 className="w-24 shrink-0 py-2.5 font-medium">{name}</h3>
      <div className="flex min-w-0 grow flex-wrap gap-2">
        {windows.length === 0 && <p className="py-2.5 text-ink-soft">{t("week.hours.none")}</p>}
        {windows.map((window) => (
          <button
            key={window.id}
            type="button"
            onClick={() => onEdit({ day, window })}
            className="flex min-h-touch flex-col justify-center rounded-md bg-brand-soft px-3 py-1.5 text-left text-brand-ink transition-colors hover:bg-sunken"
          >
            <span className="sr-only">{t("week.hours.change", { day: name, start: window.startTime, end: window.endTime })}</span>
            <span aria-hidden className="font-semibold tabular-nums">
              {t("week.hours.range", { start: window.startTime, end: window.endTime })}
            </span>
            <span className="text-caption">
              {t("week.hours.detail", { minutes: window.slotMinutes, places: t("week.places", { count: window.maxBookings }) })}
            </span>
          </button>
        ))}
      </div>
      <IconButton label={t("week.hours.add", { day: name })} icon={<Plus aria-hidden className="size-5" />} onClick={() => onEdit({ day, window: null })} />
    </li>
  );
}

/** The seven days with their hours; each can be changed, removed or added. */
export function WorkingHours({ state, windows }: { state: WeekState; windows: readonly WorkingWindow[] }): ReactElement {
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <SectionCard title={t("week.hours.title")}>
      {windows.length === 0 && <p className="mb-2 rounded-md bg-sunken px-4 py-3 text-ink-soft">{t("week.hours.empty")}</p>}
      <ul className="divide-y">
        {WEEK.map((day) => (
          <DayRow key={day} day={day} windows={windows.filter((window) => window.dayOfWeek === day)} onEdit={setEdited} />
        ))}
      </ul>
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
