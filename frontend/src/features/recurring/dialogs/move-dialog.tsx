import type { ReactElement, ReactNode } from "react";

import type { Occurrence, TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import { dayOf } from "../series/occurrence-list";
import type { MoveProps } from "./move-form";

const MoveForm = lazyPart(async () => (await import("./move-form")).MoveForm);

/** Renders a calendar of a provider's free slots; `onChoose` gets the chosen slot. */
export type RenderCalendar = (calendar: {
  providerId: string;
  chosen: { date: string; startTime: string } | null;
  startAt: string;
  without: readonly string[];
  onChoose: (slot: TimeSlot) => void;
}) => ReactNode;

type MoveDialogProps = Omit<MoveProps, "occurrence"> & {
  occurrence: Occurrence | null;
  onClose: () => void;
};

/** Moves one pickup: to a free slot, or, beyond the slots, to a day and time of the provider's week. */
export function MoveDialog({ occurrence, onClose, ...move }: MoveDialogProps): ReactElement {
  return (
    <Dialog
      open={occurrence !== null}
      onClose={onClose}
      title={t("recurring.move.title")}
      failure={move.failure}
      description={
        occurrence === null ? undefined : t("recurring.move.body", { day: dayOf(occurrence.date, move.now) })
      }
    >
      {occurrence !== null && <MoveForm occurrence={occurrence} {...move} />}
    </Dialog>
  );
}
