import { useState, type ReactElement } from "react";

import { useRecurringAlternatives } from "@/api/recurring/use-recurring";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { BlockedButton } from "@/ui/blocked-button";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/states";

import { ProviderCards } from "../form/provider-choice";
import { useTakenBack, type ActFailure } from "../series/use-recurring-acts";

export type OtherProviderProps = {
  booking: RecurringBooking;
  isBusy: boolean;
  failure: ActFailure | null;
  onChoose: (providerId: string) => void;
  /** Used if nobody else is available: choose another day or time. */
  onChangeTime: () => void;
};

/** Providers who could take the booking unchanged; if there are none, a change of day or time. */
export function OtherProvider({ booking, isBusy, failure, onChoose, onChangeTime }: OtherProviderProps): ReactElement {
  const offered = useRecurringAlternatives(booking.id);
  const [providerId, setProviderId] = useState("");
  useTakenBack(failure, () => setProviderId(""));
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
      {offered.providers?.length !== 0 && (
        <BlockedButton
          variant="brand"
          why={providerId === "" ? t("recurring.gone.needsChoice") : null}
          busy={isBusy}
          onClick={() => onChoose(providerId)}
        >
          {t("recurring.gone.confirm")}
        </BlockedButton>
      )}
    </>
  );
}
