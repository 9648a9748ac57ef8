import type { ReactElement } from "react";

import type { Occurrence, RecurringBooking } from "@/api/types";
import { zurichDate } from "@/lib/dates";
import { lazyPart } from "@/ui/lazy-part";

import {
  CardDialog,
  EditRecurringDialog,
  EndDialog,
  PauseRecurringDialog,
  ProviderDialog,
  ResumeDialog,
} from "../dialogs/booking-dialogs";
import { MoveDialog, type RenderCalendar } from "../dialogs/move-dialog";
import type { ActFailure } from "./use-recurring-acts";
import type { Series } from "./use-series";
import type { Skip } from "./use-skip";

const SkipDialog = lazyPart(async () => (await import("../dialogs/skip-dialog")).SkipDialog, {
  Waiting: () => null,
});

/** An open dialog; a pickup stands for moving it. */
export type Opened = "end" | "edit" | "pause" | "resume" | "provider" | "card" | Occurrence | null;

type SeriesDialogsProps = {
  booking: RecurringBooking;
  now: number;
  calendar: RenderCalendar;
  opened: Opened;
  /** The pickup whose skipping is asked about. */
  skipping: Occurrence | null;
  series: Series;
  /** Of the last act. */
  failure: ActFailure | null;
  /** Closes the dialog once the act has succeeded. */
  act: (act: Promise<ActFailure | null>) => void;
  onResume: (expectedCharge: string) => void;
  onSkip: Skip["skip"];
  onEdit: () => void;
  onClose: () => void;
};

/** All dialogs of a recurring booking. */
export function SeriesDialogs({
  booking,
  now,
  calendar,
  opened,
  skipping,
  series,
  failure,
  act,
  onResume,
  onSkip,
  onEdit,
  onClose,
}: SeriesDialogsProps): ReactElement {
  const today = zurichDate(now);
  const dialog = { isBusy: series.isBusy, failure, onClose };
  const moved = typeof opened === "object" ? opened : null;
  return (
    <>
      <EditRecurringDialog
        booking={booking}
        now={now}
        open={opened === "edit"}
        onClose={onClose}
        onSave={(changes) => series.edit(changes).then(onClose)}
      />
      <EndDialog booking={booking} open={opened === "end"} {...dialog} onEnd={() => act(series.end())} />
      {skipping !== null && <SkipDialog occurrence={skipping} now={now} onClose={onClose} onSkip={onSkip} />}
      <PauseRecurringDialog
        bookingId={booking.id}
        open={opened === "pause"}
        today={today}
        onClose={onClose}
        onPause={(until) => series.pause(until).then(onClose)}
      />
      <ResumeDialog booking={booking} now={now} open={opened === "resume"} {...dialog} onResume={onResume} />
      <ProviderDialog
        booking={booking}
        open={opened === "provider"}
        {...dialog}
        onChoose={(...choice) => act(series.chooseProvider(...choice))}
        onChangeTime={onEdit}
      />
      <CardDialog
        booking={booking}
        now={now}
        open={opened === "card"}
        {...dialog}
        onChoose={(...choice) => act(series.chooseCard(...choice))}
      />
      <MoveDialog
        booking={booking}
        occurrence={moved}
        now={now}
        today={today}
        {...dialog}
        calendar={calendar}
        onMove={(...choice) => {
          if (moved !== null) act(series.move(moved, ...choice));
        }}
      />
    </>
  );
}
