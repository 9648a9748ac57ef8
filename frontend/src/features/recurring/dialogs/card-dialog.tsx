import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { CardProps, RecurringCardForm } from "./recurring-card-form";

const loadForm = async (): Promise<typeof RecurringCardForm> => (await import("./recurring-card-form")).RecurringCardForm;

/** Another card for the pickups that come. */
export function CardDialog({ open, onClose, ...form }: CardProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.card.change")} failure={form.failure}>
      <LazyPart name="card of a booking" load={loadForm} given={form} />
    </Dialog>
  );
}
