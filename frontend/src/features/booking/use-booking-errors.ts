import { useEffect, useState, type RefObject } from "react";

import { ApiError } from "@/api/http/api-error";
import { providersIn } from "@/api/http/error-text";
import { totalNow } from "@/api/prices/price";
import { useRefreshSlots } from "@/api/providers/use-providers";
import { t } from "@/i18n/i18n";
import type { FormError } from "@/ui/form/use-form";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";

import { codeOf, complain, type BookingError } from "./booking-errors";

// The first free hour, or the link to other dates.
const FIRST_TIME = "input:not(:disabled), a";

/**
 * Focus targets for errors that belong to no field: the hours (or the time from the scheduler), and the notice above
 * the button.
 */
export type FocusTargets = Record<"hours" | "notice", RefObject<HTMLDivElement | null>>;

export type BookingErrors = {
  bookingError: BookingError | null;
  /** Nothing was booked, because the total is another by now, in CHF. */
  changedPrice: { former: string; now: string } | null;
  lookAt: (where: keyof FocusTargets) => void;
  onFormError: (formError: FormError, error: unknown) => void;
  forgetError: () => void;
};

/** Focuses a target once the error is rendered. */
function useAttention({ hours, notice }: FocusTargets): (where: keyof FocusTargets) => void {
  const [asked, setAsked] = useState<{ where: keyof FocusTargets } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const time = hours.current?.querySelector<HTMLElement>(FIRST_TIME);
    (asked.where === "hours" ? time : notice.current)?.focus();
  }, [asked, hours, notice]);
  return (where) => setAsked({ where });
}

/**
 * Why nothing was booked, shown where it belongs. `total` is what the form shows, in CHF; `isHere` tells whether it is
 * still on the screen.
 */
export function useBookingErrors(
  focusTargets: FocusTargets,
  total: string,
  isHere: () => boolean,
  onSignedOut: () => void,
): BookingErrors {
  const [bookingError, setBookingError] = useState<BookingError | null>(null);
  const [changedPrice, setChangedPrice] = useState<BookingErrors["changedPrice"]>(null);
  const refreshSlots = useRefreshSlots();
  const lookAt = useAttention(focusTargets);

  const forgetError = (): void => {
    setBookingError(null);
    setChangedPrice(null);
  };
  const onFormError = ({ text, fields }: FormError, error: unknown): void => {
    if (!isHere()) {
      sayFailureElsewhere(error, t("booking.toast.error"), text);
      return;
    }
    if (error instanceof ApiError && error.status === 401) {
      onSignedOut();
      return;
    }
    const changed = totalNow(error);
    if (changed !== null) {
      setChangedPrice({ former: total, now: changed });
      return;
    }
    const code = codeOf(error);
    if (code !== "pickup_exists") complain(text);
    if (fields["pickup"] !== undefined) {
      void refreshSlots().then(() => lookAt("hours"));
      return;
    }
    const providers = providersIn(error);
    setBookingError({ text, code, providers, error });
    const isAtField = Object.values(fields).some((sentence) => sentence !== "");
    if (!isAtField || providers.length > 0 || code === "not_served") lookAt("notice");
  };

  return { bookingError, changedPrice, lookAt, onFormError, forgetError };
}
