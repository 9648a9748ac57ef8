import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { totalNow } from "@/api/prices/price";
import { t } from "@/i18n/i18n";
import { PriceChange, SecondPickup } from "@/paying/confirm-again";

import type { RecurringFormError } from "./use-recurring-form";

/** Why it was not created; until something changes. */
export function FormErrorNotice({
  text,
  code,
  error,
  total,
  onAnyway,
}: RecurringFormError & { onAnyway: () => void }): ReactElement {
  const now = totalNow(error);
  if (now !== null) return <PriceChange former={total} now={now} isRefused />;
  return (
    // Other errors are announced by a toast.
    <div role={code === "pickup_exists" ? "alert" : undefined} className="rounded-md bg-bad-soft px-4 py-3 text-bad">
      <p>{text}</p>
      <SecondPickup error={error} onAnyway={onAnyway} />
      {code === "recurring_booking_exists" && (
        <Link
          to="/recurring"
          className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
        >
          {t("recurring.form.exists.link")}
        </Link>
      )}
    </div>
  );
}
