import { errorText } from "@/api/http/error-text";
import { useUndoable } from "@/api/http/use-undoable";
import { useSeriesWrites } from "@/api/recurring/use-recurring";
import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import type { Failure } from "@/ui/failure-notice";

export type Skip = {
  /** The pickups as shown: held skips count as done. */
  shown: (occurrences: readonly Occurrence[]) => Occurrence[];
  /** Why the last skip failed; null if it did not. */
  failureOf: (occurrences: readonly Occurrence[]) => Failure | null;
  /** `refund`: amount in CHF; null for nothing. */
  skip: (occurrence: Occurrence, refund: string | null) => void;
};

/** Skips single pickups, with ten seconds to undo. */
export function useSkip({ id: bookingId }: RecurringBooking): Skip {
  const { skip } = useSeriesWrites(bookingId);
  const undoable = useUndoable();
  const nameOf = ({ id }: Occurrence): string => `skip ${bookingId} ${id}`;
  return {
    shown: (occurrences) =>
      occurrences.map((one) =>
        undoable.isHeld(nameOf(one))
          ? { ...one, status: "skipped", canSkip: false, canMove: false, orderId: null }
          : one,
      ),
    failureOf: (occurrences) => {
      const error = occurrences.map((one) => undoable.failureOf(nameOf(one))).find((one) => one !== undefined);
      return error === undefined ? null : { title: t("recurring.notSkipped"), text: errorText(error), isSaid: true };
    },
    skip: (occurrence, refund) =>
      undoable.hold({
        name: nameOf(occurrence),
        title: t("recurring.skipped"),
        description:
          refund === null ? t("recurring.skipped.body") : t("recurring.skipped.refund", { amount: formatChf(refund) }),
        ...skip(occurrence.id),
      }),
  };
}
