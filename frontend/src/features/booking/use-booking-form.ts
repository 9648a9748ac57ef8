import { useState } from "react";
import { useNavigate } from "react-router-dom";

import { ApiError } from "@/api/api-error";
import { errorText, fieldErrors } from "@/api/error-text";
import { below } from "@/api/keys";
import { useRefresh } from "@/api/refresh";
import type { OrderCreate, Prices, ServiceType, TimeSlot } from "@/api/types";
import { useSession } from "@/api/use-session";
import { t } from "@/i18n/i18n";
import { addDays, zurichDate } from "@/lib/dates";
import { signInLink } from "@/lib/return-path";
import { showToast } from "@/ui/toast";
import { useNow } from "@/ui/use-now";

import { missingFields, type AddressErrors } from "./address-fields";
import { emptyDraft, forgetDraft, keepDraft, keptDraft, type Draft } from "./draft";
import { defaultPickup, isBookable, type Pickup } from "./pickup-times";
import { useSlotsAround } from "./use-pickup-slots";
import { orderFrom, usePlaceOrder } from "./use-place-order";

const HALF_MINUTE_MS = 30_000;
const TIME_IS_GONE = ["slot_full", "slot_closed", "slot_past"];

/** Why the last attempt was refused; `code` is the API's. */
export type Refusal = { text: string; code: string };

export type BookingFormInput = {
  providerId: string;
  prices: Prices;
  slots: readonly TimeSlot[];
  /** The service that the address named. */
  service: ServiceType;
  /** The page's own query: the way back after signing in. */
  search: string;
};

export type BookingForm = {
  draft: Draft;
  change: (values: Partial<Draft>) => void;
  /** Today and tomorrow, as seen at `now`. */
  dates: readonly string[];
  now: number;
  /** The chosen time while it can be booked. */
  chosen: Pickup | null;
  addressErrors: AddressErrors;
  pickupError: string | null;
  refusal: Refusal | null;
  isSignedIn: boolean;
  isPlacing: boolean;
  /** Sends the order. `onRefused` says where the person must look: at the fields or at the hours. */
  confirm: (onRefused: (where: "fields" | "hours") => void) => void;
};

function complain(description: string): void {
  showToast({ title: t("booking.toast.error"), description, variant: "destructive" });
}

const isLater = ({ date }: Pickup, dates: readonly string[]): boolean => dates.every((offered) => date > offered);

/** The form at its start: what was kept while its person signed in, else the defaults. */
function firstDraft({ prices, slots, service, search }: BookingFormInput, dates: readonly string[], now: number): Draft {
  const start = keptDraft(search, prices) ?? emptyDraft(service, prices);
  const { pickup } = start;
  // A later day is looked at again as soon as its slots are there.
  const isStillFree = pickup !== null && (isLater(pickup, dates) || isBookable(pickup, slots, now));
  return { ...start, pickup: isStillFree ? start.pickup : defaultPickup(dates, slots, now) };
}

/** Everything that the booking form knows and does. */
export function useBookingForm(input: BookingFormInput): BookingForm {
  const { providerId, slots, search } = input;
  const navigate = useNavigate();
  const { user } = useSession();
  const now = useNow(HALF_MINUTE_MS);
  const today = zurichDate(now);
  const dates = [today, addDays(today, 1)];
  const { isPlacing, place } = usePlaceOrder();
  const [draft, setDraft] = useState(() => firstDraft(input, dates, now));
  const [addressErrors, setAddressErrors] = useState<AddressErrors>({});
  const [pickupRefusal, setPickupRefusal] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refresh = useRefresh();
  const later = draft.pickup !== null && isLater(draft.pickup, dates) ? draft.pickup : null;
  const laterSlots = useSlotsAround(providerId, later?.date ?? null);
  const isFree = (pickup: Pickup): boolean =>
    later === null ? isBookable(pickup, slots, now) : laterSlots === undefined || isBookable(pickup, laterSlots, now);
  const chosen = draft.pickup !== null && isFree(draft.pickup) ? draft.pickup : null;

  const change = (values: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...values }));
    setAddressErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in values))));
    if (values.pickup !== undefined) setPickupRefusal(null);
    setRefusal(null);
  };

  const signIn = (): void => {
    keepDraft(search, draft);
    void navigate(signInLink(`/booking${search}`));
  };

  const refuse = async (error: unknown): Promise<"fields" | "hours"> => {
    const text = errorText(error, t("booking.toast.failed"));
    const code = error instanceof ApiError ? error.code : "";
    const { pickupAddress, pickupTime } = fieldErrors(error);
    complain(text);
    if (pickupAddress !== undefined) setAddressErrors({ street: pickupAddress });
    if (!TIME_IS_GONE.includes(code) && pickupTime === undefined) {
      setRefusal({ text, code });
      return "fields";
    }
    setPickupRefusal(pickupTime ?? text);
    await refresh(below(["/api/time-slots"]));
    return "hours";
  };

  const send = async (order: OrderCreate, onRefused: (where: "fields" | "hours") => void): Promise<void> => {
    setRefusal(null);
    try {
      const placed = await place(order);
      forgetDraft();
      showToast({ title: t("booking.toast.created"), description: t("booking.toast.created.body") });
      void navigate(`/checkout/${placed.id}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) signIn();
      else onRefused(await refuse(error));
    }
  };

  const confirm: BookingForm["confirm"] = (onRefused) => {
    const missing = missingFields(draft);
    setAddressErrors(missing);
    if (Object.keys(missing).length > 0) {
      complain(t("booking.toast.incomplete"));
      onRefused("fields");
    } else if (chosen === null) {
      complain(t(draft.pickup === null ? "booking.pickup.choose" : "booking.pickup.gone"));
      onRefused("hours");
    } else if (user === null) {
      signIn();
    } else {
      void send(orderFrom(draft, chosen, providerId, user.id), onRefused);
    }
  };

  return {
    draft,
    change,
    dates,
    now,
    chosen,
    addressErrors,
    pickupError: pickupRefusal ?? (chosen === null && draft.pickup !== null ? t("booking.pickup.gone") : null),
    refusal,
    isSignedIn: user !== null,
    isPlacing,
    confirm,
  };
}
