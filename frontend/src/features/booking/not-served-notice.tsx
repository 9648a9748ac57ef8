import { MapPin } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { t } from "@/i18n/i18n";

import { AlternativeProviders, type AlternativeProvidersProps } from "./alternative-providers";
import type { BookingFormState } from "./use-booking-form";

type NotServedNoticeProps = AlternativeProvidersProps & Pick<BookingFormState, "otherProvider"> & { name: string };

/** The provider does not serve the address: offers others who do. */
export function NotServedNotice({ name, otherProvider, ...alternatives }: NotServedNoticeProps): ReactElement {
  const values = { name, postalCode: alternatives.postalCode };
  return (
    <div role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <AlternativeProviders
        {...alternatives}
        icon={MapPin}
        canDo={() => true}
        text={(hasProviders) => t(hasProviders ? "booking.notServed.neighbours" : "booking.notServed", values)}
      />
      <Link
        {...otherProvider}
        className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
      >
        {t("booking.pickup.none.action")}
      </Link>
    </div>
  );
}
