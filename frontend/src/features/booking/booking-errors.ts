import { ApiError } from "@/api/http/api-error";
import { errorText, fieldErrors } from "@/api/http/error-text";
import type { Provider } from "@/api/types";
import { t } from "@/i18n/i18n";
import type { FormError } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

const TIME_IS_GONE = ["slot_full", "slot_closed", "slot_past"];

/**
 * Why the last attempt failed; `code` is the API's. `providers` could do it instead.
 */
export type BookingError = {
  text: string;
  code: string;
  providers: readonly Provider[];
  error: unknown;
};

/** The API's code; empty for an error that is not the API's. */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : "";
}

/** Shows a toast: nothing was booked. */
export function complain(description: string): void {
  showToast({ title: t("booking.toast.error"), description, variant: "destructive" });
}

/** Maps an error to fields: a taken time, a locality that is not served, an invalid address. */
export function explain(error: unknown): FormError {
  const text = errorText(error, t("booking.toast.failed"));
  const code = codeOf(error);
  const { pickupAddress: street = "", pickupTime } = fieldErrors(error);
  if (TIME_IS_GONE.includes(code) || pickupTime !== undefined) return { text, fields: { pickup: pickupTime ?? text } };
  if (code === "not_served" || code === "unknown_postal_code")
    return { text, fields: { postalCode: t(`booking.address.postalCode.${code}`) } };
  return { text, fields: { street } };
}
