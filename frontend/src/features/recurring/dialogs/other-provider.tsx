import { useState, type ReactElement } from "react";

import { useRecurringAlternatives } from "@/api/recurring/use-recurring";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { BlockedButton } from "@/ui/blocked-button";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/states";

import { ChargeLabel } from "../form/charge";
import { ProviderCards } from "../form/provider-choice";
import { planOf } from "../plan";
import { useTakenBack, type ActFailure } from "../series/use-recurring-acts";
import { useChangeCharge } from "./use-change-charge";

export type OtherProviderProps = {
  booking: RecurringBooking;
  isBusy: boolean;
  failure: ActFailure | null;
  /** `expectedCharge`: what is shown to be charged at once, in CHF. */
  onChoose: (providerId: string, expectedCharge: string) => void;
  /** Used if nobody else is available: choose another day or time. */
  onChangeTime: () => void;
};

/** Providers who could take the booking unchanged; if there are none, a change of day or time. */
export function OtherProvider({ booking, isBusy, failure, onChoose, onChangeTime }: OtherProviderProps): ReactElement {
  const offered = useRecurringAlternatives(booking.id);
  const [providerId, setProviderId] = useState("");
  useTakenBack(failure, () => setProviderId(""));
  // A pickup that has waited for its provider is placed at once with another one.
  const charge = useChangeCharge(booking, {
    plan: planOf(booking),
    price: booking.totalAmount,
    refusedAt: failure?.chargedAtOnce ?? null,
  });
  return (
    <>
      <ProviderCards
        {...offered}
        none={
          <EmptyState
            title={t("recurring.gone.none")}
            body={t("recurring.gone.none.body")}
            action={
              <Button variant="brand" onClick={onChangeTime}>
                {t("recurring.gone.none.action")}
              </Button>
            }
          />
        }
        value={providerId}
        onChange={setProviderId}
      />
      {offered.providers?.length !== 0 && charge !== null && (
        <>
          <p>{charge.text}</p>
          <BlockedButton
            variant="brand"
            why={providerId === "" ? t("recurring.gone.needsChoice") : null}
            busy={isBusy}
            onClick={() => onChoose(providerId, charge.expectedCharge)}
          >
            <ChargeLabel text={t("recurring.gone.confirm")} amount={charge.amount} />
          </BlockedButton>
        </>
      )}
    </>
  );
}
