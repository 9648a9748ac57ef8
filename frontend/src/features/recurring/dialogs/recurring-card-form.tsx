import { useState, type ReactElement } from "react";

import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { BlockedButton } from "@/ui/blocked-button";

import { RecurringCardChoice } from "../form/recurring-card-choice";
import { useTakenBack, type ActFailure } from "../series/use-recurring-acts";

export type CardProps = {
  booking: RecurringBooking;
  isBusy: boolean;
  failure: ActFailure | null;
  onChoose: (paymentMethodId: string | null) => void;
};

/** Chooses another card for a booking. */
export function RecurringCardForm({ booking, isBusy, failure, onChoose }: CardProps): ReactElement {
  const [cardId, setCardId] = useState(booking.paymentMethodId);
  useTakenBack(failure, () => setCardId(booking.paymentMethodId));
  return (
    <>
      <RecurringCardChoice value={cardId} onChange={setCardId} />
      <BlockedButton
        variant="brand"
        why={cardId === booking.paymentMethodId ? t("recurring.card.same") : null}
        busy={isBusy}
        onClick={() => onChoose(cardId)}
      >
        {t("recurring.card.change")}
      </BlockedButton>
    </>
  );
}
