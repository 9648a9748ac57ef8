import { useState, type ReactElement } from "react";

import type { RecurringBooking } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { postalCodeOf } from "@/lib/distance";
import { BlockedButton } from "@/ui/blocked-button";
import type { Failure } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";

import { ProviderChoice } from "../form/provider-choice";

const DEFAULT_POSTAL_CODE = "8001";

type ProviderDialogProps = {
  booking: RecurringBooking;
  open: boolean;
  isBusy: boolean;
  failure: Failure | null;
  onClose: () => void;
  onChoose: (providerId: string) => void;
};

/** Another provider for a booking whose own takes none any more. */
export function ProviderDialog({ booking, open, isBusy, failure, onClose, onChoose }: ProviderDialogProps): ReactElement {
  const [providerId, setProviderId] = useState("");
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.gone.dialog")} failure={failure}>
      <ProviderChoice
        postalCode={postalCodeOf(booking.pickupAddress) ?? DEFAULT_POSTAL_CODE}
        except={booking.providerId}
        value={providerId}
        onChange={setProviderId}
      />
      <BlockedButton variant="brand" why={providerId === "" ? t("recurring.gone.needsChoice") : null} busy={isBusy} onClick={() => onChoose(providerId)}>
        {t("recurring.gone.confirm")}
      </BlockedButton>
    </Dialog>
  );
}
