import type { ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import type { Failure } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";

import { rhythmOf } from "../plan";

type EndDialogProps = { booking: RecurringBooking; open: boolean; isBusy: boolean; failure: Failure | null; onClose: () => void; onEnd: () => void };

/** Asks once more before a recurring booking ends. */
export function EndDialog({ booking, open, isBusy, failure, onClose, onEnd }: EndDialogProps): ReactElement {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("recurring.end.title")}
      failure={failure}
      description={t("recurring.end.body", { rhythm: rhythmOf(booking), name: providerName(booking.provider) })}
      actions={
        <>
          <Button variant="destructive" busy={isBusy} onClick={onEnd}>
            {t("recurring.end")}
          </Button>
          <Button onClick={onClose}>{t("recurring.end.keep")}</Button>
        </>
      }
    />
  );
}
