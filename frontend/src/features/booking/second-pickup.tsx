import type { ReactElement } from "react";

import { pathOfPickup } from "@/api/orders/existing-pickup";
import type { ExistingPickup } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";

type SecondPickupProps = { existing: ExistingPickup; onAnyway: () => void };

/** The customer has a pickup at that hour: look at it, or book another one all the same. Asked once. */
export function SecondPickup({ existing, onAnyway }: SecondPickupProps): ReactElement {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" onClick={onAnyway}>
        {t("booking.second.anyway")}
      </Button>
      <ButtonLink size="sm" variant="ghost" to={pathOfPickup(existing)}>
        {t("booking.second.look")}
      </ButtonLink>
    </div>
  );
}
