import { CalendarClock } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { dayTimeInSentence, formatDay, zurichTime } from "@/lib/dates";
import { useNow } from "@/ui/use-now";

const MINUTE_MS = 60_000;
const SOON_MINUTES = 90;

/** The remaining time, as text that is right for a minute. */
function left(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE_MS);
  if (minutes <= 0) return t("provider.answer.over");
  return minutes <= SOON_MINUTES
    ? t("provider.answer.minutes", { count: minutes })
    : // Exactly two hours are not more than two.
      t("provider.answer.hours", { count: Math.floor((minutes - 1) / 60) });
}

/** Deadline to accept a paid order, before it is refunded. */
export function AnswerDeadline({ by }: { by: string }): ReactElement {
  const now = useNow(10_000);
  const isToday = formatDay(by, now) === formatDay(now, now);
  return (
    <p className="mt-3 flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn tabular-nums">
      <CalendarClock aria-hidden className="size-5 shrink-0" />
      <span>
        {t("provider.answer.by", { time: isToday ? zurichTime(by) : dayTimeInSentence(by, now) })} ·{" "}
        {left(Date.parse(by) - now)}
      </span>
    </p>
  );
}
