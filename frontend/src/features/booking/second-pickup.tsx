import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";

/** The customer has a pickup at that hour: look at it, or book another one all the same. Asked once. */
export function SecondPickup({ orderId, onAnyway }: { orderId: string; onAnyway: () => void }): ReactElement {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" onClick={onAnyway}>
        {t("booking.second.anyway")}
      </Button>
      <ButtonLink size="sm" variant="ghost" to={`/tracking/${orderId}`}>
        {t("booking.second.look")}
      </ButtonLink>
    </div>
  );
}
