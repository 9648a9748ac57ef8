import { CalendarCheck, CalendarClock, CalendarX, CircleAlert, CircleCheck } from "lucide-react";
import { useState, type ComponentType, type ReactElement } from "react";
import { Link } from "react-router-dom";

import type { Occurrence, OccurrenceStatus } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/dates";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

import { TONES } from "./occurrences";

const FIRST_SHOWN = 3;

const ICONS: Record<OccurrenceStatus, ComponentType<{ className?: string; "aria-hidden"?: boolean }>> = {
  planned: CalendarClock,
  placed: CalendarCheck,
  paid: CircleCheck,
  needs_payment: CircleAlert,
  skipped: CalendarX,
  missed: CalendarX,
  cancelled: CalendarX,
};

type Acts = {
  onSkip: (occurrence: Occurrence) => void;
  onMove: (occurrence: Occurrence) => void;
  isBusy: boolean;
  /** False while offline. */
  canAct: boolean;
};

export const dayOf = (date: string, now: number): string => formatDate(`${date}T12:00:00Z`, now);

function Remarks({ occurrence, now }: { occurrence: Occurrence; now: number }): ReactElement | null {
  const isMoved = occurrence.originalDate !== occurrence.date;
  if (!isMoved && occurrence.reason === null) return null;
  return (
    <p className="text-caption text-ink-soft">
      {occurrence.reason ?? t("recurring.occurrence.moved", { day: dayOf(occurrence.originalDate, now) })}
    </p>
  );
}

function OrderLink({ occurrence }: { occurrence: Occurrence }): ReactElement | null {
  const { orderId, status } = occurrence;
  if (orderId === null) return null;
  const mustPay = status === "needs_payment";
  return (
    <Link
      to={mustPay ? `/checkout/${orderId}` : `/tracking/${orderId}`}
      className="inline-flex min-h-touch items-center px-4 font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {t(mustPay ? "recurring.occurrence.pay" : "recurring.occurrence.order")}
    </Link>
  );
}

function Row({
  occurrence,
  now,
  onSkip,
  onMove,
  isBusy,
  canAct,
}: Acts & { occurrence: Occurrence; now: number }): ReactElement {
  const { status, date, time, canSkip, canMove } = occurrence;
  const Icon = ICONS[status];
  const when = `${dayOf(date, now)}, ${time}`;
  const isOff = status === "skipped" || status === "missed" || status === "cancelled";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      <div className="min-w-0 grow basis-36">
        <p className="flex flex-col items-start gap-x-2 gap-y-0.5 md:flex-row md:items-center">
          <span className={cx("font-medium tabular-nums", isOff && "text-ink-soft line-through")}>{when}</span>
          <Badge tone={TONES[status]} icon={<Icon aria-hidden className="size-3.5" />}>
            {t(`recurring.status.${status}`)}
          </Badge>
        </p>
        <Remarks occurrence={occurrence} now={now} />
      </div>
      <div className="-mr-4 ml-auto flex flex-wrap items-center justify-end">
        <OrderLink occurrence={occurrence} />
        {canAct && canMove && (
          <Button
            variant="ghost"
            size="sm"
            disabled={isBusy}
            aria-label={t("recurring.move.label", { day: when })}
            onClick={() => onMove(occurrence)}
          >
            {t("recurring.move")}
          </Button>
        )}
        {canAct && canSkip && (
          <Button
            variant="ghost"
            size="sm"
            disabled={isBusy}
            aria-label={t("recurring.skip.label", { day: when })}
            onClick={() => onSkip(occurrence)}
          >
            {t("recurring.skip")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Future pickups, the next few first. */
export function OccurrenceList({
  occurrences,
  now,
  ...acts
}: Acts & { occurrences: readonly Occurrence[]; now: number }): ReactElement {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? occurrences : occurrences.slice(0, FIRST_SHOWN);
  return (
    <>
      <ul aria-label={t("recurring.list.upcoming")} className="divide-y">
        {shown.map((occurrence) => (
          <Row key={occurrence.id} occurrence={occurrence} now={now} {...acts} />
        ))}
      </ul>
      {occurrences.length > shown.length && (
        <Button variant="ghost" size="sm" onClick={() => setIsWhole(true)} className="-ml-4">
          {t("recurring.list.more", { count: occurrences.length })}
        </Button>
      )}
    </>
  );
}
