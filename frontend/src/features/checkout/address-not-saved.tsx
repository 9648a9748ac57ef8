import type { ReactElement } from "react";

import { useAddressToSave } from "@/api/addresses/use-address-to-save";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";

/** That the address which was to be saved with this order is not, until it is or need not be. */
export function AddressNotSaved({ orderId }: { orderId: string }): ReactElement | null {
  const { isOpen, isBusy, failure, retry, drop } = useAddressToSave(orderId);
  if (!isOpen) return null;
  return (
    <div data-passing className="flex flex-col gap-2">
      {failure !== null && <FailureNotice {...failure} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => void retry()}>
          {t("common.tryAgain")}
        </Button>
        <Button size="sm" variant="ghost" onClick={drop}>
          {t("checkout.notKept.drop")}
        </Button>
      </div>
    </div>
  );
}
