import type { ReactElement } from "react";

import type { Occurrence } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import type { Failure } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";

import { dayOf } from "./occurrence-list";

type SkipDialogProps = {
  /** The pickup that is asked about; null: nothing is open. */
  occurrence: Occurrence | null;
  now: number;
  isBusy: boolean;
  failure: Failure | null;
  onClose: () => void;
  onSkip: (occurrence: Occurrence) => void;
};

/** Asks once more before one pickup is skipped: there is no way back. */
export function SkipDialog({ occurrence, now, isBusy, failure, onClose, onSkip }: SkipDialogProps): ReactElement {
  const isPaid = occurrence?.status === "paid";
  return (
    <Dialog
      open={occurrence !== null}
      onClose={onClose}
      title={t("recurring.skip.title")}
      failure={failure}
      description={
        occurrence === null
          ? ""
          : t(isPaid ? "recurring.skip.body.paid" : "recurring.skip.body", { day: `${dayOf(occurrence.date, now)}, ${occurrence.time}` })
      }
      actions={
        <>
          <Button
            variant="destructive"
            busy={isBusy}
            onClick={() => {
              if (occurrence !== null) onSkip(occurrence);
            }}
          >
            {t("recurring.skip.confirm")}
          </Button>
          <Button onClick={onClose}>{t("recurring.end.keep")}</Button>
        </>
      }
    />
  );
}
