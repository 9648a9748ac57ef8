import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { PauseProps, PauseRecurringForm } from "./pause-recurring-form";

const loadForm = async (): Promise<typeof PauseRecurringForm> => (await import("./pause-recurring-form")).PauseRecurringForm;

/** Asks until when a booking pauses; pickups begin again on that day. */
export function PauseDialog({ open, onClose, ...form }: PauseProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.pause.title")} description={t("recurring.pause.body")}>
      <LazyPart name="pause of a booking" load={loadForm} given={form} />
    </Dialog>
  );
}
