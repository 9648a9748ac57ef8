import { useState, type ReactElement, type ReactNode } from "react";

import type { Occurrence, RecurringBooking, TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays } from "@/lib/dates";
import { BlockedButton } from "@/ui/blocked-button";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { When } from "../series/move-times";
import { dayOf } from "../series/occurrence-list";
import { useTakenBack, type ActFailure } from "../series/use-recurring-acts";

/** Slots exist for 28 days, today included; for later days there is only the provider's week. */
const DAYS_WITH_SLOTS = 27;

// Loaded on demand: few users move pickups that far away.
const DateAndTime = lazyPart(async () => (await import("../series/move-times")).DateAndTime);

/** Renders a calendar of a provider's free slots; `onChoose` gets the chosen slot. */
export type RenderCalendar = (calendar: {
  providerId: string;
  chosen: { date: string; startTime: string } | null;
  startAt: string;
  without: readonly string[];
  onChoose: (slot: TimeSlot) => void;
}) => ReactNode;

/** The days of the series' other pickups: it comes once a day, also in place of one that is skipped. */
function daysOfOthers({ occurrences }: RecurringBooking, moved: Occurrence): string[] {
  return occurrences.filter(({ id }) => id !== moved.id).flatMap(({ date, originalDate }) => [date, originalDate]);
}

type MoveProps = {
  booking: RecurringBooking;
  occurrence: Occurrence;
  today: string;
  isBusy: boolean;
  failure: ActFailure | null;
  calendar: RenderCalendar;
  onMove: (when: When) => void;
};

function MoveForm({ booking, occurrence, today, isBusy, failure, calendar, onMove }: MoveProps): ReactElement {
  const now: When = { date: occurrence.date, time: occurrence.time };
  const [when, setWhen] = useState<When>(now);
  useTakenBack(failure, () => setWhen(now));
  const hasSlots = occurrence.date <= addDays(today, DAYS_WITH_SLOTS);
  const isSame = when.date === now.date && when.time === now.time;
  const missing = isSame || when.date === "" || when.time === "" ? t("recurring.move.needsTime") : null;
  return (
    <>
      {hasSlots ? (
        calendar({
          providerId: occurrence.providerId,
          chosen: isSame ? null : { date: when.date, startTime: when.time },
          startAt: occurrence.date,
          without: daysOfOthers(booking, occurrence),
          onChoose: ({ date, startTime }) => setWhen({ date, time: startTime }),
        })
      ) : (
        <DateAndTime booking={booking} occurrence={occurrence} value={when} today={today} onChange={setWhen} />
      )}
      <BlockedButton
        variant="brand"
        why={missing}
        busy={isBusy}
        onClick={() => onMove(when)}
        className="sticky bottom-0 bg-surface"
      >
        {t("recurring.move.confirm")}
      </BlockedButton>
    </>
  );
}

type MoveDialogProps = Omit<MoveProps, "occurrence"> & {
  occurrence: Occurrence | null;
  now: number;
  onClose: () => void;
};

/** Moves one pickup: to a free slot, or, beyond the slots, to a day and time of the provider's week. */
export function MoveDialog({ occurrence, now, onClose, ...move }: MoveDialogProps): ReactElement {
  return (
    <Dialog
      open={occurrence !== null}
      onClose={onClose}
      title={t("recurring.move.title")}
      failure={move.failure}
      description={occurrence === null ? undefined : t("recurring.move.body", { day: dayOf(occurrence.date, now) })}
    >
      {occurrence !== null && <MoveForm occurrence={occurrence} {...move} />}
    </Dialog>
  );
}
