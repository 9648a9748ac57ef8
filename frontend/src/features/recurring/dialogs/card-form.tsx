import { useState, type ReactElement } from "react";

import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { BlockedButton } from "@/ui/blocked-button";

import { CardChoice } from "../form/card-choice";
import { useTakenBack, type ActFailure } from "../series/use-recurring";

export type CardProps = { booking: RecurringBooking; isBusy: boolean; failure: ActFailure | null; onChoose: (paymentMethodId: string | null) => void };

/** Another card for a booking, once it is another. */
export function CardForm({ booking, isBusy, failure, onChoose }: CardProps): ReactElement {
  const [cardId, setCardId] = useState(booking.paymentMethodId);
  useTakenBack(failure, () => setCardId(booking.paymentMethodId));
  return (
    <>
      <CardChoice value={cardId} onChange={setCardId} />
      <BlockedButton variant="brand" why={cardId === booking.paymentMethodId ? t("recurring.card.same") : null} busy={isBusy} onClick={() => onChoose(cardId)}>
        {t("recurring.card.change")}
      </BlockedButton>
    </>
  );
}
