import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { CardProps } from "./recurring-card-form";

const RecurringCardForm = lazyPart(async () => (await import("./recurring-card-form")).RecurringCardForm);

/** Another card for the pickups that come. */
export function CardDialog({ open, onClose, ...form }: CardProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.card.change")} failure={form.failure}>
      <RecurringCardForm {...form} />
    </Dialog>
  );
}
