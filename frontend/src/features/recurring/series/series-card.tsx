import { useState, type ReactElement } from "react";

import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichDate } from "@/lib/dates";
import { useOnline } from "@/lib/use-online";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";

import type { RenderCalendar } from "../dialogs/move-dialog";
import { OccurrenceList } from "./occurrence-list";
import { placedOnResume, upcoming } from "./occurrences";
import { SeriesDialogs, type Opened } from "./series-dialogs";
import { Facts, Gone, Summary } from "./series-summary";
import type { ActFailure } from "./use-recurring-acts";
import { useSeries } from "./use-series";
import { useSkip } from "./use-skip";

type SeriesCardProps = { booking: RecurringBooking; now: number; calendar: RenderCalendar };

/** A recurring booking with its pickups and actions. */
export function SeriesCard({ booking: saved, now, calendar }: SeriesCardProps): ReactElement {
  const [opened, setOpened] = useState<Opened>(null);
  const [skipping, setSkipping] = useState<Occurrence | null>(null);
  const [failure, setFailure] = useState<ActFailure | null>(null);
  const series = useSeries(saved);
  const isOnline = useOnline();
  const skips = useSkip(saved);
  // What is being skipped is not the next pickup either.
  const booking = { ...saved, occurrences: skips.shown(saved.occurrences) };
  const coming = upcoming(booking, zurichDate(now));
  const show = (dialog: Opened): void => {
    setOpened(dialog);
    setFailure(null);
  };
  const close = (): void => {
    show(null);
    setSkipping(null);
  };
  const closeAfter = async (act: Promise<ActFailure | null>): Promise<ActFailure | null> => {
    setFailure(null);
    const reason = await act;
    if (reason === null) close();
    else setFailure(reason);
    return reason;
  };
  // Failures of actions on the card; a dialog shows its own.
  const notDone = skips.failureOf(coming) ?? (opened === null ? failure : null);
  const isPaused = booking.pausedUntil !== null;
  const resume = async (expectedCharge: string): Promise<void> => {
    const reason = await closeAfter(series.resume(expectedCharge));
    if (reason !== null && reason.chargedAtOnce !== null) setOpened("resume");
  };
  const askOrResume = (): void => {
    // What is charged at once is named first.
    if (placedOnResume(booking, now).length > 0) show("resume");
    else void resume("0.00");
  };

  return (
    <li className="card p-4">
      <Summary booking={booking} />
      {booking.isActive && !booking.providerAvailable && <Gone booking={booking} onChoose={() => show("provider")} />}
      {booking.isActive && <Facts booking={booking} now={now} onChangeCard={() => show("card")} />}
      {notDone !== null && (
        <div className="mt-3">
          <FailureNotice {...notDone} />
        </div>
      )}
      {coming.length > 0 && (
        <div className="mt-3">
          <OccurrenceList
            occurrences={coming}
            now={now}
            isBusy={series.isBusy}
            canAct={isOnline}
            onSkip={setSkipping}
            onMove={show}
          />
        </div>
      )}
      {booking.isActive && (
        <div className="mt-3 flex flex-wrap gap-2 border-t pt-4">
          <NeedsConnection says={t("recurring.offline")}>
            <Button size="sm" onClick={() => show("edit")}>
              {t("recurring.edit")}
            </Button>
            <Button size="sm" busy={series.isBusy} onClick={isPaused ? askOrResume : () => show("pause")}>
              {t(isPaused ? "recurring.resume" : "recurring.pause")}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => show("end")}>
              {t("recurring.end")}
            </Button>
          </NeedsConnection>
        </div>
      )}
      <SeriesDialogs
        booking={booking}
        now={now}
        calendar={calendar}
        opened={opened}
        skipping={skipping}
        series={series}
        failure={failure}
        act={(act) => void closeAfter(act)}
        onResume={(expectedCharge) => void resume(expectedCharge)}
        onSkip={(occurrence, refund) => {
          close();
          skips.skip(occurrence, refund);
        }}
        onEdit={() => show("edit")}
        onClose={close}
      />
    </li>
  );
}
