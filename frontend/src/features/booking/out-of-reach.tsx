import { MapPin } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { t } from "@/i18n/i18n";

import { Instead, type InsteadProps } from "./instead";
import type { BookingForm } from "./use-booking-form";

type OutOfReachProps = InsteadProps & Pick<BookingForm, "elsewhere"> & { name: string };

/** The address is known, and the provider does not come there: another one, or somebody who does. */
export function OutOfReachNotice({ name, elsewhere, ...instead }: OutOfReachProps): ReactElement {
  const values = { name, postalCode: instead.postalCode };
  return (
    <div role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <Instead
        {...instead}
        icon={MapPin}
        fits={() => true}
        text={(hasNeighbours) => t(hasNeighbours ? "booking.outOfReach.neighbours" : "booking.outOfReach", values)}
      />
      <Link {...elsewhere} className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        {t("booking.pickup.none.action")}
      </Link>
    </div>
  );
}
