import { useRef, useState } from "react";
import { useNavigate, type LinkProps } from "react-router-dom";

import { leaveAddressToSave } from "@/api/addresses/address-to-save";
import { bookingLink, chooseProviderLink, prefillFrom, type BookingPrefill } from "@/api/orders/booking-link";
import { usePlaceOrder } from "@/api/orders/use-place-order";
import { useIsNotServed } from "@/api/providers/use-providers";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { usePresence } from "@/lib/use-presence";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { useForm, type FormState } from "@/ui/form/use-form";
import { dismissToast } from "@/ui/overlay/toast";

import { complain, explain } from "./booking-errors";
import { orderFrom, showOutcome } from "./booking-request";
import type { Draft } from "./draft";
import { isSaved, missingFields } from "./pickup-address-fields";
import { useBookingErrors, type BookingErrors, type FocusTargets } from "./use-booking-errors";
import { useDraft, useDraftStart, type DraftInput, type DraftState } from "./use-draft";

/** `search` is the page's query, to return to after signing in. */
export type BookingFormInput = DraftInput & { search: string; focusTargets: FocusTargets };

export type BookingFormState = Pick<
  DraftState,
  "dates" | "now" | "chosen" | "isTooSoon" | "choose" | "lostTime" | "addOns" | "isToday" | "price" | "formerTotal"
> &
  Pick<BookingErrors, "bookingError" | "changedPrice"> & {
    form: FormState<Draft>;
    draft: Draft;
    change: (values: Partial<Draft>) => void;
    pickupError: string | null;
    /** A visitor has confirmed and must sign in. */
    isSigningIn: boolean;
    /** Back to the form, which is then no longer confirmed. */
    stopSigningIn: () => void;
    /** Confirmed before the sign-in: send it once mounted. */
    isConfirmed: boolean;
    /** The provider does not serve the entered postal code. */
    isNotServed: boolean;
    /** Opens the form for another provider with the same values. */
    bookWith: (providerId: string) => void;
    /** Sends the form also for an hour at which the customer has a pickup already. */
    bookAnyway: (element: HTMLFormElement) => void;
    /** The same, with a choice of provider first. */
    otherProvider: Pick<LinkProps, "to" | "onClick">;
  };

/** State and actions of the booking form. */
export function useBookingForm({ search, focusTargets, ...input }: BookingFormInput): BookingFormState {
  const { providerId, user } = input;
  const navigate = useNavigate();
  const placeOrder = usePlaceOrder();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const isHere = usePresence();
  // A ref, because it is read by the send that follows in the same press.
  const takesSecond = useRef(false);
  const start = useDraftStart(input);

  const askToSignIn = (): void => {
    draftState.saveConfirmed();
    setIsSigningIn(true);
  };
  const save = async (values: Draft): Promise<void> => {
    if (draftState.chosen === null) return;
    if (user === null) {
      askToSignIn();
      return;
    }
    errors.forgetError();
    draftState.save();
    const placed = await placeOrder(
      orderFrom(values, draftState, draftState.chosen, { providerId, customerId: user.id }),
      takesSecond.current,
    );
    const {
      outcome,
      order: { id },
    } = placed;
    const { street, city, postalCode, keepsAddress } = values;
    if (keepsAddress && !isSaved(values, input.saved)) {
      leaveAddressToSave(id, user.id, { street: street.trim(), city: city.trim(), postalCode: postalCode.trim() });
    }
    const goOn = (): void => void navigate(outcome === "paid" ? `/tracking/${id}` : `/checkout/${id}`);
    const isLeft = !isHere();
    showOutcome(placed, isLeft ? goOn : null);
    draftState.notePlaced(id);
    if (!isLeft) goOn();
  };
  const own = useForm<Draft>({
    initial: start.draft,
    check: (values) => ({
      ...(isNotServed && { postalCode: t("booking.address.postalCode.not_served") }),
      ...missingFields(values),
      ...(draftState.chosen === null && {
        pickup: t(values.pickup === null ? "booking.pickup.choose" : "booking.pickup.gone"),
      }),
    }),
    save,
    explain,
    onIncomplete: ({ pickup, ...address }, values) => {
      if (Object.keys(missingFields(values)).length > 0) complain(t("booking.toast.incomplete"));
      else if (pickup !== undefined) complain(pickup);
      if (Object.keys(address).length === 0) errors.lookAt("hours");
    },
    onFormError: (formError, error) => errors.onFormError(formError, error),
  });
  const draft = own.values;
  const draftState = useDraft(input, start, own);
  const errors = useBookingErrors(focusTargets, draftState.price.totalAmount, isHere, () => {
    draftState.saveConfirmed();
    void navigate(signInLink(`/booking${search}`));
  });
  const isNotServed = useIsNotServed(providerId, draft.postalCode.trim());

  const change: BookingFormState["change"] = (values) => {
    own.change(values);
    errors.forgetError();
  };
  const choose: BookingFormState["choose"] = (pickup) => {
    takesSecond.current = false;
    draftState.choose(pickup);
    errors.forgetError();
  };
  const submit: FormState<Draft>["submit"] = (element) => {
    draftState.insist();
    own.submit(element);
  };

  const bookAnyway: BookingFormState["bookAnyway"] = (element) => {
    takesSecond.current = true;
    submit(element);
  };

  const stopSigningIn = (): void => {
    draftState.save();
    setIsSigningIn(false);
  };

  const otherPrefill: BookingPrefill = {
    ...prefillFrom(new URLSearchParams(search)),
    service: draft.serviceType,
    like: providerId,
  };
  const bookWith: BookingFormState["bookWith"] = (other) => {
    draftState.save();
    void navigate(bookingLink(other, otherPrefill));
    // A toast about the previous provider must not be shown above the other's form.
    dismissToast();
    beginAtHeading();
  };

  return {
    ...draftState,
    ...errors,
    form: { ...own, change, submit },
    draft,
    change,
    choose,
    pickupError:
      own.errors["pickup"] ?? (draftState.chosen === null && draft.pickup !== null ? t("booking.pickup.gone") : null),
    isSigningIn,
    stopSigningIn,
    isNotServed,
    bookWith,
    bookAnyway,
    otherProvider: {
      to: chooseProviderLink(otherPrefill),
      onClick: draftState.save,
    },
  };
}
