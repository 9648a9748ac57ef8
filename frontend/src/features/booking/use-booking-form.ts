import { useState } from "react";
import { useNavigate, type LinkProps } from "react-router-dom";

import { ApiError } from "@/resources/api-error";
import { bookingLink, chooseProviderLink, wishFrom, type BookingWish } from "@/resources/booking-link";
import { errorText, fieldErrors, neighboursIn } from "@/resources/error-text";
import { leaveAddressToKeep } from "@/resources/use-address-to-keep";
import { useIsOutOfReach, useRefreshSlots } from "@/resources/use-providers";
import { usePlaceOrder, type Placed } from "@/resources/use-place-order";
import type { OrderCreate, Provider } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { dismissToast, showToast } from "@/ui/overlay/toast";

import { isSaved, missingFields, type AddressErrors } from "./address-fields";
import { useDraft, type DraftInput, type DraftState } from "./use-draft";
import { orderFrom } from "./order-from";

const TIME_IS_GONE = ["slot_full", "slot_closed", "slot_past"];

/** Why the last attempt was refused; `code` is the API's. `neighbours` do what this provider cannot: come there, or accept at once. */
export type Refusal = { text: string; code: string; neighbours: readonly Provider[] };

/** Where a person must look: at the fields, at the hours, or at what is said above the button. */
export type Place = "fields" | "hours" | "notice";

/** `search` is the page's own query: the way back after signing in. */
export type BookingFormInput = DraftInput & { search: string };

export type BookingForm = Pick<DraftState, "draft" | "change" | "dates" | "now" | "chosen" | "chosenEnd" | "isTooSoon" | "choose" | "lostTime"> & {
  addressErrors: AddressErrors;
  pickupError: string | null;
  refusal: Refusal | null;
  isPlacing: boolean;
  /** A visitor has confirmed: nothing but an account is missing. */
  isSigningIn: boolean;
  /** Back to the form, which is not confirmed any more. */
  stopSigningIn: () => void;
  /** It was confirmed before its person signed in: it is to be sent as soon as it is on screen. */
  isConfirmed: boolean;
  /** The provider does not come to the address as it is filled in. */
  isOutOfReach: boolean;
  /** Sends the order. `onRefused` says where the person must look. */
  confirm: (onRefused: (where: Place) => void) => void;
  /** The same form, as it is filled in, for somebody else. */
  bookWith: (providerId: string) => void;
  /** The same for whoever is chosen there. */
  elsewhere: Pick<LinkProps, "to" | "onClick">;
};

function complain(description: string): void {
  showToast({ title: t("booking.toast.error"), description, variant: "destructive" });
}

/** Says what became of a draft. */
function tell({ outcome }: Placed): void {
  const isNew = outcome === "new" || outcome === "again";
  const title = t(isNew ? "booking.toast.created" : "booking.toast.placed");
  showToast({ title, description: t(outcome === "new" ? "booking.toast.created.body" : `booking.toast.${outcome}.body`) });
}

/** Everything that the booking form knows and does. */
export function useBookingForm({ search, ...input }: BookingFormInput): BookingForm {
  const { providerId, user } = input;
  const navigate = useNavigate();
  const form = useDraft(input);
  const { draft, chosen } = form;
  const { isPlacing, place } = usePlaceOrder();
  const [addressErrors, setAddressErrors] = useState<AddressErrors>({});
  const [pickupRefusal, setPickupRefusal] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const isOutOfReach = useIsOutOfReach(providerId, draft.postalCode.trim());
  const refreshSlots = useRefreshSlots();

  const change: BookingForm["change"] = (values) => {
    form.change(values);
    setAddressErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in values))));
    setRefusal(null);
  };

  const choose: BookingForm["choose"] = (pickup) => {
    form.choose(pickup);
    setPickupRefusal(null);
    setRefusal(null);
  };

  const askToSignIn = (): void => {
    form.keepConfirmed();
    setIsSigningIn(true);
  };
  const stopSigningIn = (): void => {
    form.keep();
    setIsSigningIn(false);
  };

  const wishElsewhere: BookingWish = { ...wishFrom(new URLSearchParams(search)), service: draft.serviceType, like: providerId };
  const bookWith: BookingForm["bookWith"] = (other) => {
    form.keep();
    void navigate(bookingLink(other, wishElsewhere));
    // What was said of the one before does not stand above the other's form, which begins with who they are.
    dismissToast();
    beginAtHeading();
  };

  const refuse = async (error: unknown): Promise<Place> => {
    const text = errorText(error, t("booking.toast.failed"));
    const code = error instanceof ApiError ? error.code : "";
    const { pickupAddress, pickupTime } = fieldErrors(error);
    complain(text);
    const isElsewhere = code === "not_served" || code === "unknown_postal_code";
    if (isElsewhere) setAddressErrors({ postalCode: t(`booking.address.postalCode.${code}`) });
    else if (pickupAddress !== undefined) setAddressErrors({ street: pickupAddress });
    if (!TIME_IS_GONE.includes(code) && pickupTime === undefined) {
      const neighbours = neighboursIn(error);
      setRefusal({ text, code, neighbours });
      return neighbours.length > 0 || code === "not_served" ? "notice" : "fields";
    }
    setPickupRefusal(pickupTime ?? text);
    await refreshSlots();
    return "hours";
  };

  const send = async (order: OrderCreate, onRefused: (where: Place) => void): Promise<void> => {
    setRefusal(null);
    form.keep();
    try {
      const placed = await place(order);
      tell(placed);
      const { outcome, order: { id } } = placed;
      const { street, city, postalCode } = draft;
      if (draft.keepsAddress && !isSaved(draft, input.saved) && user !== null) {
        leaveAddressToKeep(id, user.id, { street: street.trim(), city: city.trim(), postalCode: postalCode.trim() });
      }
      void navigate(outcome === "paid" ? `/tracking/${id}` : `/checkout/${id}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        form.keepConfirmed();
        void navigate(signInLink(`/booking${search}`));
      } else onRefused(await refuse(error));
    }
  };

  const confirm: BookingForm["confirm"] = (onRefused) => {
    const missing = missingFields(draft);
    setAddressErrors(missing);
    form.insist();
    if (Object.keys(missing).length > 0) {
      complain(t("booking.toast.incomplete"));
      onRefused("fields");
    } else if (chosen === null) {
      complain(t(draft.pickup === null ? "booking.pickup.choose" : "booking.pickup.gone"));
      onRefused("hours");
    } else if (isOutOfReach) {
      setAddressErrors({ postalCode: t("booking.address.postalCode.not_served") });
      onRefused("fields");
    } else if (user === null) {
      askToSignIn();
    } else {
      void send(orderFrom(draft, chosen, providerId, user.id), onRefused);
    }
  };

  return {
    draft,
    change,
    dates: form.dates,
    now: form.now,
    chosen,
    chosenEnd: form.chosenEnd,
    isTooSoon: form.isTooSoon,
    choose,
    lostTime: form.lostTime,
    addressErrors,
    pickupError: pickupRefusal ?? (chosen === null && draft.pickup !== null ? t("booking.pickup.gone") : null),
    refusal,
    isPlacing,
    isSigningIn,
    stopSigningIn,
    isOutOfReach,
    isConfirmed: form.isConfirmed,
    confirm,
    bookWith,
    elsewhere: {
      to: chooseProviderLink(wishElsewhere),
      onClick: form.keep,
    },
  };
}
