import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { PauseProps } from "./pause-recurring-form";

const PauseRecurringForm = lazyPart(async () => (await import("./pause-recurring-form")).PauseRecurringForm);

/** Asks until when a booking pauses; pickups begin again on that day. */
export function PauseDialog({ open, onClose, ...form }: PauseProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.pause.title")} description={t("recurring.pause.body")}>
      <PauseRecurringForm {...form} />
    </Dialog>
  );
}
