import { useState, type ReactElement } from "react";

import type { RecurringBooking } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { BlockedButton } from "@/ui/blocked-button";
import type { Failure } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";

import { CardChoice } from "../form/card-choice";

type CardDialogProps = {
  booking: RecurringBooking;
  open: boolean;
  isBusy: boolean;
  failure: Failure | null;
  onClose: () => void;
  onChoose: (paymentMethodId: string | null) => void;
};

function CardForm({ booking, isBusy, onChoose }: Pick<CardDialogProps, "booking" | "isBusy" | "onChoose">): ReactElement {
  const [cardId, setCardId] = useState(booking.paymentMethodId);
  return (
    <>
      <CardChoice value={cardId} onChange={setCardId} />
      <BlockedButton variant="brand" why={cardId === booking.paymentMethodId ? t("recurring.card.same") : null} busy={isBusy} onClick={() => onChoose(cardId)}>
        {t("recurring.card.change")}
      </BlockedButton>
    </>
  );
}

/** Another card for the pickups that come. */
export function CardDialog({ open, failure, onClose, ...form }: CardDialogProps): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.card.change")} failure={failure}>
      <CardForm {...form} />
    </Dialog>
  );
}
