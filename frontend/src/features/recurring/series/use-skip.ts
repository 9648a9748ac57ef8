import { useSeriesWrites } from "@/api/recurring/use-recurring";
import { useUndoable } from "@/api/http/use-undoable";
import { errorText } from "@/api/http/error-text";
import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import type { Failure } from "@/ui/failure-notice";

type Skip = {
  /** The pickups as they are seen: what is skipped for ten seconds already looks so. */
  shown: (occurrences: readonly Occurrence[]) => Occurrence[];
  /** Why the server refused the last one of these; null where it did not. */
  failureOf: (occurrences: readonly Occurrence[]) => Failure | null;
  /** `refund`: what comes back, in CHF; null for nothing. */
  skip: (occurrence: Occurrence, refund: string | null) => void;
};

/** Skips single pickups of a recurring booking; each can be taken back for ten seconds. */
export function useSkip({ id: bookingId }: RecurringBooking): Skip {
  const { skip } = useSeriesWrites(bookingId);
  const undoable = useUndoable();
  const nameOf = ({ id }: Occurrence): string => `skip ${bookingId} ${id}`;
  return {
    shown: (occurrences) =>
      occurrences.map((one) => (undoable.isHeld(nameOf(one)) ? { ...one, status: "skipped", canSkip: false, canMove: false, orderId: null } : one)),
    failureOf: (occurrences) => {
      const error = occurrences.map((one) => undoable.failureOf(nameOf(one))).find((one) => one !== undefined);
      return error === undefined ? null : { title: t("recurring.notSkipped"), text: errorText(error), isSaid: true };
    },
    skip: (occurrence, refund) =>
      undoable.hold({
        name: nameOf(occurrence),
        title: t("recurring.skipped"),
        description: refund === null ? t("recurring.skipped.body") : t("recurring.skipped.refund", { amount: formatChf(refund) }),
        send: () => skip(occurrence.id),
      }),
  };
}
