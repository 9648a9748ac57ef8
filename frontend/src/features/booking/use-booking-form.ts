import { useEffect, useRef, useState, type RefObject } from "react";
import { useNavigate, type LinkProps } from "react-router-dom";

import { addressLine } from "@/api/addresses/address-line";
import { leaveAddressToSave } from "@/api/addresses/address-to-save";
import { ApiError } from "@/api/http/api-error";
import { errorText, fieldErrors, providersIn } from "@/api/http/error-text";
import { bookingLink, chooseProviderLink, prefillFrom, type BookingPrefill } from "@/api/orders/booking-link";
import { usePlaceOrder, type Placed } from "@/api/orders/use-place-order";
import { addOnsBody } from "@/api/prices/add-ons";
import { totalNow } from "@/api/prices/price";
import { useIsNotServed, useRefreshSlots } from "@/api/providers/use-providers";
import type { OrderCreate, Provider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichToUtc } from "@/lib/dates";
import { signInLink } from "@/lib/return-path";
import { usePresence } from "@/lib/use-presence";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { useForm, type FormState, type FormError } from "@/ui/form/use-form";
import { sayElsewhere, sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";
import { dismissToast, showToast } from "@/ui/overlay/toast";

import type { Draft } from "./draft";
import { isSaved, missingFields } from "./pickup-address-fields";
import type { Pickup } from "./pickup-times";
import { useDraft, useDraftStart, type DraftInput, type DraftState } from "./use-draft";

/** The request body, with the total that the form shows. */
function orderFrom(
  draft: Draft,
  { addOns, price }: Pick<DraftState, "addOns" | "price">,
  pickup: Pickup,
  { providerId, customerId }: { providerId: string; customerId: string },
): OrderCreate {
  const address = addressLine(draft);
  return {
    customerId,
    providerId,
    serviceType: draft.serviceType,
    weight: draft.weight,
    pickupAddress: address,
    deliveryAddress: address,
    pickupTime: zurichToUtc(pickup.date, pickup.time),
    specialInstructions: draft.note.trim(),
    expectedTotal: price.totalAmount,
    ...(Object.keys(addOns).length > 0 && {
      addOns: addOnsBody(addOns),
    }),
  };
}

// The first free hour, or the link to other dates.
const FIRST_TIME = "input:not(:disabled), a";
const TIME_IS_GONE = ["slot_full", "slot_closed", "slot_past"];

/**
 * Why the last attempt failed; `code` is the API's. `providers` could do it instead; `existing` is the order at that
 * hour.
 */
export type BookingError = { text: string; code: string; providers: readonly Provider[]; existing: string | null };

/** The order that stands at the hour to be booked; null for another error. */
function existingIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "pickup_exists") return null;
  return (error.body["existingPickup"] as { orderId: string }).orderId;
}

/**
 * Focus targets for errors that belong to no field: the hours (or the time from the scheduler), and the notice above
 * the button.
 */
export type FocusTargets = Record<"hours" | "notice", RefObject<HTMLDivElement | null>>;

/** `search` is the page's query, to return to after signing in. */
export type BookingFormInput = DraftInput & { search: string; focusTargets: FocusTargets };

export type BookingFormState = Pick<
  DraftState,
  "dates" | "now" | "chosen" | "isTooSoon" | "choose" | "lostTime" | "addOns" | "isToday" | "price" | "formerTotal"
> & {
  form: FormState<Draft>;
  draft: Draft;
  change: (values: Partial<Draft>) => void;
  pickupError: string | null;
  bookingError: BookingError | null;
  /** Nothing was booked, because the total is another by now, in CHF. */
  changedPrice: { former: string; now: string } | null;
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

function complain(description: string): void {
  showToast({ title: t("booking.toast.error"), description, variant: "destructive" });
}

/** Shows a toast for the result; with a button to go on (`goOn`) for somebody who has left the form meanwhile. */
function showOutcome({ outcome }: Placed, goOn: (() => void) | null): void {
  const isNew = outcome === "new";
  const title = t(isNew || outcome === "again" ? "booking.toast.created" : "booking.toast.placed");
  const stands = t(`booking.toast.${isNew ? "open" : outcome}.body`);
  if (goOn !== null) sayElsewhere({ title, description: stands }, t("booking.toast.goOn"), goOn);
  else showToast({ title, description: isNew ? t("booking.toast.created.body") : stands });
}

/** Maps an error to fields: a taken time, a locality that is not served, an invalid address. */
function explain(error: unknown): FormError {
  const text = errorText(error, t("booking.toast.failed"));
  const code = error instanceof ApiError ? error.code : "";
  const { pickupAddress: street = "", pickupTime } = fieldErrors(error);
  if (TIME_IS_GONE.includes(code) || pickupTime !== undefined) return { text, fields: { pickup: pickupTime ?? text } };
  if (code === "not_served" || code === "unknown_postal_code")
    return { text, fields: { postalCode: t(`booking.address.postalCode.${code}`) } };
  return { text, fields: { street } };
}

/** Focuses a target once the error is rendered. */
function useAttention({ hours, notice }: FocusTargets): (where: keyof FocusTargets) => void {
  const [asked, setAsked] = useState<{ where: keyof FocusTargets } | null>(null);
  useEffect(() => {
    if (asked?.where === "notice") notice.current?.focus();
    if (asked?.where === "hours") hours.current?.querySelector<HTMLElement>(FIRST_TIME)?.focus();
  }, [asked, hours, notice]);
  return (where) => setAsked({ where });
}

/** State and actions of the booking form. */
export function useBookingForm({ search, focusTargets, ...input }: BookingFormInput): BookingFormState {
  const { providerId, user } = input;
  const navigate = useNavigate();
  const placeOrder = usePlaceOrder();
  const [bookingError, setBookingError] = useState<BookingError | null>(null);
  const [changedPrice, setChangedPrice] = useState<BookingFormState["changedPrice"]>(null);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const refreshSlots = useRefreshSlots();
  const isHere = usePresence();
  // A ref, because it is read by the send that follows in the same press.
  const takesSecond = useRef(false);
  const start = useDraftStart(input);

  const forgetError = (): void => {
    setBookingError(null);
    setChangedPrice(null);
  };
  const save = async (values: Draft): Promise<void> => {
    if (draftState.chosen === null) return;
    if (user === null) {
      askToSignIn();
      return;
    }
    forgetError();
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
  const onFormError = ({ text, fields }: FormError, error: unknown): void => {
    const code = error instanceof ApiError ? error.code : "";
    if (!isHere()) {
      sayFailureElsewhere(error, t("booking.toast.error"), text);
      return;
    }
    if (error instanceof ApiError && error.status === 401) {
      draftState.saveConfirmed();
      void navigate(signInLink(`/booking${search}`));
      return;
    }
    const total = totalNow(error);
    if (total !== null) {
      setChangedPrice({ former: draftState.price.totalAmount, now: total });
      return;
    }
    if (code !== "pickup_exists") complain(text);
    if (fields["pickup"] !== undefined) {
      void refreshSlots().then(() => lookAt("hours"));
      return;
    }
    const providers = providersIn(error);
    setBookingError({ text, code, providers, existing: existingIn(error) });
    const isAtField = Object.values(fields).some((sentence) => sentence !== "");
    if (!isAtField || providers.length > 0 || code === "not_served") lookAt("notice");
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
      if (Object.keys(address).length === 0) lookAt("hours");
    },
    onFormError,
  });
  const draft = own.values;
  const draftState = useDraft(input, start, own);
  const lookAt = useAttention(focusTargets);
  const isNotServed = useIsNotServed(providerId, draft.postalCode.trim());

  const change: BookingFormState["change"] = (values) => {
    own.change(values);
    forgetError();
  };
  const choose: BookingFormState["choose"] = (pickup) => {
    takesSecond.current = false;
    draftState.choose(pickup);
    forgetError();
  };
  const submit: FormState<Draft>["submit"] = (element) => {
    draftState.insist();
    own.submit(element);
  };

  const bookAnyway: BookingFormState["bookAnyway"] = (element) => {
    takesSecond.current = true;
    submit(element);
  };

  const askToSignIn = (): void => {
    draftState.saveConfirmed();
    setIsSigningIn(true);
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
    form: { ...own, change, submit },
    draft,
    change,
    choose,
    pickupError:
      own.errors["pickup"] ?? (draftState.chosen === null && draft.pickup !== null ? t("booking.pickup.gone") : null),
    bookingError,
    changedPrice,
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
