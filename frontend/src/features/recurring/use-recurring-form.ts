import { useEffect, useState } from "react";

import { useCreateRecurring } from "@/resources/use-recurring";
import { addressLine } from "@/resources/address-line";
import { ApiError } from "@/resources/api-error";
import { errorText, fieldErrors, neighboursIn } from "@/resources/error-text";
import type { Address, Provider, RecurringBooking, RecurringBookingCreate } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { copyDraft, draftName } from "@/lib/drafts";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { dismissToast, showToast } from "@/ui/overlay/toast";

import type { AddressErrors } from "./address-fields";
import { basicsBody, missingIn, type Basics } from "./booking-parts";
import { keepWish, keptWish, type Beginning } from "./kept-wish";
import { DEFAULT_PLAN } from "./plan";

export type Wish = Basics & {
  providerId: string;
  /** Null for the default card. */
  paymentMethodId: string | null;
};

/** Why it was not created, where no field is to blame; `code` is the API's. */
export type Refusal = { text: string; code: string };

export type RecurringFormState = {
  wish: Wish;
  change: (changes: Partial<Wish>) => void;
  errors: AddressErrors;
  refusal: Refusal | null;
  /** Those who come to the addresses that the chosen provider does not serve. */
  neighbours: readonly Provider[];
  /** The same form, as it is filled in, with somebody else. */
  bookWith: (providerId: string) => void;
  isBusy: boolean;
  /** Sends it. `onRefused` is called once what is wrong is on screen. */
  submit: (onRefused: () => void) => void;
};

export type RecurringFormInput = {
  /** Null for a visitor, who is asked to sign in once everything is filled in. */
  customerId: string | null;
  /** The provider that the address of the page names; "" for none. */
  providerId: string;
  saved: readonly Address[];
  minKg: string;
  /** What is known from elsewhere. Given, the form is about this provider alone, and is kept in this tab. */
  beginning?: Beginning | undefined;
  onSignIn?: (() => void) | undefined;
  /** Leads to the form for another provider, where this one is about one alone. */
  onProvider?: ((providerId: string) => void) | undefined;
  onCreated: (booking: RecurringBooking) => void;
};

/** The form at its start (specification point 9), with the account's default address. */
function firstWish({ customerId, providerId, saved, minKg, beginning }: RecurringFormInput): Wish {
  const home = saved.find(({ isDefault }) => isDefault) ?? saved[0];
  const line = home === undefined ? "" : addressLine(home);
  const fresh: Wish = {
    ...DEFAULT_PLAN,
    providerId,
    serviceType: "standard",
    weight: minKg,
    pickupAddress: line,
    deliveryAddress: line,
    specialInstructions: "",
    paymentMethodId: null,
  };
  return beginning === undefined ? fresh : { ...fresh, ...beginning, ...keptWish(providerId, customerId, beginning) };
}

function bodyOf(wish: Wish, customerId: string): RecurringBookingCreate {
  const { providerId, paymentMethodId } = wish;
  return { customerId, providerId, ...basicsBody(wish), paymentMethodId };
}

function complain(title: string, description: string): void {
  showToast({ title, description, variant: "destructive" });
}

/** Everything that the form for a recurring booking knows and does. */
export function useRecurringForm(input: RecurringFormInput): RecurringFormState {
  const { customerId, providerId, beginning } = input;
  const [wish, setWish] = useState(() => firstWish(input));
  const [errors, setErrors] = useState<AddressErrors>({});
  const [neighbours, setNeighbours] = useState<readonly Provider[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const create = useCreateRecurring();

  // Whose session ends while the form is open stays its owner.
  const [startOwner] = useState(customerId);
  const owner = customerId ?? startOwner;
  useEffect(() => {
    if (beginning !== undefined) keepWish(providerId, owner, { wish, beginning });
  }, [wish, beginning, providerId, owner]);

  const change = (changes: Partial<Wish>): void => {
    setWish((before) => ({ ...before, ...changes }));
    setNeighbours([]);
    setRefusal(null);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))));
  };

  const bookWith = (other: string): void => {
    dismissToast();
    if (beginning !== undefined) {
      keepWish(other, owner, { wish: { ...wish, providerId: other }, beginning });
      copyDraft(draftName.booking(providerId), draftName.booking(other));
      input.onProvider?.(other);
      beginAtHeading();
    } else {
      change({ providerId: other });
      setErrors({});
    }
  };

  const send = async (customer: string, onRefused: () => void): Promise<void> => {
    setIsBusy(true);
    setRefusal(null);
    try {
      const booking = await create(bodyOf(wish, customer));
      showToast({ title: t("recurring.toast.created"), description: t("recurring.toast.created.body") });
      input.onCreated(booking);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && input.onSignIn !== undefined) {
        input.onSignIn();
        return;
      }
      const { pickupAddress, deliveryAddress } = fieldErrors(error);
      setErrors({ ...(pickupAddress !== undefined && { pickupAddress }), ...(deliveryAddress !== undefined && { deliveryAddress }) });
      setNeighbours(neighboursIn(error));
      const text = errorText(error, t("recurring.toast.notCreated"));
      if (pickupAddress === undefined && deliveryAddress === undefined) setRefusal({ text, code: error instanceof ApiError ? error.code : "" });
      complain(t("recurring.toast.error"), text);
      onRefused();
    } finally {
      setIsBusy(false);
    }
  };

  const submit = (onRefused: () => void): void => {
    const missing = missingIn(wish);
    setErrors(missing);
    if (Object.keys(missing).length > 0) {
      complain(t("recurring.toast.missing"), t("recurring.toast.missing.body"));
      onRefused();
    } else if (wish.providerId === "") {
      complain(t("recurring.toast.error"), t("recurring.toast.noProvider"));
      onRefused();
    } else if (customerId === null) {
      input.onSignIn?.();
    } else {
      void send(customerId, onRefused);
    }
  };

  return { wish, change, errors, refusal, neighbours, bookWith, isBusy, submit };
}
