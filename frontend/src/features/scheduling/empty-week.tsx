import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { formatDay } from "@/lib/dates";
import { Button } from "@/ui/button";
import { NoMatchArt } from "@/ui/illustrations/empty";

import type { SlotFilter } from "./slots";
import { useNextFree } from "./use-week-slots";

type EmptyWeekProps = {
  providerId: string;
  monday: string;
  filter: SlotFilter;
  without: readonly string[] | undefined;
  /** The week has slots of other types. */
  hasOthers: boolean;
  now: number;
  isThisWeek: boolean;
  onShowAll: () => void;
  onShowDate: (date: string) => void;
  onBack: () => void;
};

/** A week without slots: links to the next free day, and to other types. */
export function EmptyWeek(props: EmptyWeekProps): ReactElement {
  const { providerId, monday, filter, without, hasOthers, now, isThisWeek, onShowAll, onShowDate, onBack } = props;
  const next = useNextFree({ providerId, monday, filter, without, now, isWanted: !hasOthers });
  const { date } = next;
  const isNever = !hasOthers && !next.isLoading && date === null;
  return (
    <div className="flex flex-col items-center gap-3 py-6 text-center">
      <NoMatchArt />
      <p className="text-lead font-semibold">
        {hasOthers && filter !== "all"
          ? t("scheduling.empty.filter", { type: t(`scheduling.type.${filter}`) })
          : t("scheduling.empty.title")}
      </p>
      {hasOthers && <Button onClick={onShowAll}>{t("scheduling.empty.showAll")}</Button>}
      {next.isLoading && <p className="text-ink-soft">{t("scheduling.empty.looking")}</p>}
      {date !== null && (
        <Button variant="brand" onClick={() => onShowDate(date)}>
          {t("scheduling.empty.next", { day: formatDay(`${date}T12:00:00Z`, now) })}
        </Button>
      )}
      {isNever && <p className="text-ink-soft">{t("scheduling.empty.never")}</p>}
      {isNever && !isThisWeek && <Button onClick={onBack}>{t("scheduling.empty.back")}</Button>}
    </div>
  );
}
