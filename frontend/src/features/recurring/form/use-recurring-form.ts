import { useEffect, useRef, useState } from "react";

import { useCreateRecurring, useFirstPickup } from "@/api/recurring/use-recurring";
import { addressLine } from "@/api/addresses/address-line";
import { ApiError } from "@/api/http/api-error";
import { formErrorOf, providersIn } from "@/api/http/error-text";
import { priceWith } from "@/api/prices/add-on-prices";
import { addOnsBody } from "@/api/prices/add-ons";
import { suggestedAddress } from "@/api/addresses/suggested-address";
import type { Address, Prices, Provider, RecurringBooking, RecurringBookingCreate, User } from "@/api/types";
import { t } from "@/i18n/i18n";
import { copyDraft, draftName } from "@/lib/drafts";
import { usePresence } from "@/lib/use-presence";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { useForm, type FormState } from "@/ui/form/use-form";
import { dismissToast, showToast } from "@/ui/overlay/toast";

import { basicsBody, missingIn, type Basics, type BookingErrors } from "./booking-parts";
import { chargeNow, dueAtOnce, type Charge } from "./charge";
import { forgetSentDraft, savedRecurringDraft, saveRecurringDraft, type Prefill } from "./recurring-draft";
import { DEFAULT_PLAN, patternFields } from "../plan";

export type RecurringFormValues = Basics & {
  providerId: string;
  /** Null for the default card. */
  paymentMethodId: string | null;
};

/** Why it was not created, if it is no field's error; `code` is the API's. */
export type RecurringFormError = {
  text: string;
  code: string;
  error: unknown;
  /** The total that was sent, in CHF. */
  total: string;
};

export type RecurringFormState = {
  form: FormState<RecurringFormValues>;
  values: RecurringFormValues;
  change: (changes: Partial<RecurringFormValues>) => void;
  errors: BookingErrors;
  formError: RecurringFormError | null;
  /** What is charged, and when. */
  charge: Charge;
  /** Providers who serve the addresses that the chosen one does not. */
  otherProviders: readonly Provider[];
  /** Opens the form for another provider with the same values. */
  bookWith: (providerId: string) => void;
  /** Creates it though the customer has a pickup at the hour of its first one. */
  bookAnyway: (element: HTMLFormElement) => void;
};

export type RecurringFormInput = {
  /** Null for a visitor, who must sign in after filling in the form. */
  user: User | null;
  /** The provider in the URL; "" for none. */
  providerId: string;
  saved: readonly Address[];
  prices: Prices;
  /** If given, the form is for this provider only, and is saved in this tab. */
  prefill?: Prefill | undefined;
  onSignIn?: (() => void) | undefined;
  /** Opens the form for another provider, if the form is for one only. */
  onProvider?: ((providerId: string) => void) | undefined;
  onCreated: (booking: RecurringBooking) => void;
};

/** The initial values (specification point 9), with an address of the account. */
function initialValues({ user, providerId, saved, prices, prefill }: RecurringFormInput): RecurringFormValues {
  const home = suggestedAddress(saved, user);
  const line = home === undefined ? "" : addressLine(home);
  const fresh: RecurringFormValues = {
    ...DEFAULT_PLAN,
    providerId,
    serviceType: "standard",
    weight: prices.minKg,
    pickupAddress: line,
    deliveryAddress: line,
    addOns: {},
    specialInstructions: "",
    paymentMethodId: null,
  };
  return { ...fresh, ...prefill, ...savedRecurringDraft({ providerId, owner: user?.id ?? null, prefill }, prices) };
}

function totalOf({ serviceType, weight, addOns }: RecurringFormValues, prices: Prices): string {
  return priceWith(prices, serviceType, weight, addOns).totalAmount;
}

function bodyOf(values: RecurringFormValues, customerId: string, prices: Prices): RecurringBookingCreate {
  const { providerId, paymentMethodId } = values;
  return {
    customerId,
    providerId,
    ...basicsBody(values),
    paymentMethodId,
    ...(Object.keys(values.addOns).length > 0 && { addOns: addOnsBody(values.addOns) }),
    expectedTotal: totalOf(values, prices),
  };
}

/** Errors of day and time: shown there, and the choice stays. */
const SCHEDULE_ERRORS = ["provider_does_not_work", "not_a_slot_start", "recurring_booking_exists"];

function explained(error: unknown): ReturnType<typeof formErrorOf> {
  const said = formErrorOf(error, t("recurring.toast.notCreated"));
  const isWhen = error instanceof ApiError && SCHEDULE_ERRORS.includes(error.code);
  return isWhen ? { ...said, fields: { ...said.fields, preferredTime: said.text } } : said;
}

function complain(title: string, description: string): void {
  showToast({ title, description, variant: "destructive" });
}

/** Saves the form after its first change. */
function useSavedDraft(
  values: RecurringFormValues,
  { user, providerId, prefill }: RecurringFormInput,
): { owner: string | null } {
  const customerId = user?.id ?? null;
  const [start] = useState({ values: JSON.stringify(values), owner: customerId });
  const isTouched = useRef(false);
  // If the session ends while the form is open, the draft keeps its owner.
  const owner = customerId ?? start.owner;
  useEffect(() => {
    isTouched.current ||= JSON.stringify(values) !== start.values;
    if (isTouched.current) saveRecurringDraft({ providerId, owner, prefill }, values);
  }, [values, start, prefill, providerId, owner]);
  return { owner };
}

/** State and actions of the form for a recurring booking. */
export function useRecurringForm(input: RecurringFormInput): RecurringFormState {
  const { user, providerId, prefill } = input;
  const [initial] = useState(() => initialValues(input));
  const [otherProviders, setOtherProviders] = useState<readonly Provider[]>([]);
  const [formError, setFormError] = useState<RecurringFormError | null>(null);
  const create = useCreateRecurring();
  const isHere = usePresence();
  // The plan for which a second pickup is wanted. A ref, because it is read by the send of the same press.
  const agreed = useRef<string | null>(null);

  const form = useForm<RecurringFormValues>({
    initial,
    check: (values) => ({
      ...missingIn(values),
      providerId: values.providerId === "" ? t("recurring.form.provider.missing") : "",
    }),
    save: async (values) => {
      if (user === null) {
        input.onSignIn?.();
        return;
      }
      setFormError(null);
      const booking = await create({
        ...bodyOf(values, user.id, input.prices),
        expectedCharge: dueAtOnce(charge) ?? "0.00",
        refuseSecondPickup: agreed.current !== JSON.stringify(patternFields(values)),
      });
      forgetSentDraft({ providerId, prefill });
      showToast({ title: t("recurring.toast.created"), description: t("recurring.toast.created.body") });
      if (isHere()) input.onCreated(booking);
    },
    explain: explained,
    ties: {
      providerId: ["preferredTime"],
      pattern: ["preferredTime"],
      dayOfWeek: ["preferredTime"],
      dayOfMonth: ["preferredTime"],
    },
    notice: { isSaid: true },
    onIncomplete: ({ pickupAddress, deliveryAddress }) => {
      if (pickupAddress !== undefined || deliveryAddress !== undefined)
        complain(t("recurring.toast.missing"), t("recurring.toast.missing.body"));
    },
    onFormError: ({ fields, text }, error) => {
      if (error instanceof ApiError && error.status === 401 && input.onSignIn !== undefined) {
        if (isHere()) input.onSignIn();
        return;
      }
      setOtherProviders(providersIn(error));
      const isAtField = fields["pickupAddress"] !== undefined || fields["deliveryAddress"] !== undefined;
      const code = error instanceof ApiError ? error.code : "";
      setFormError(isAtField ? null : { text, code, error, total: totalOf(values, input.prices) });
      const isAsked = code === "price_changed" || code === "pickup_exists";
      if (!isAsked || !isHere()) complain(t("recurring.toast.error"), text);
    },
  });
  const values = form.values;
  const { owner } = useSavedDraft(values, input);
  const charge: Charge = {
    amount: totalOf(values, input.prices),
    first: useFirstPickup(patternFields(values)).first,
    refusedAt: formError === null ? null : chargeNow(formError.error),
  };

  const change = (changes: Partial<RecurringFormValues>): void => {
    form.change(changes);
    setOtherProviders([]);
    setFormError(null);
  };

  const bookWith = (other: string): void => {
    dismissToast();
    if (prefill !== undefined) {
      saveRecurringDraft({ providerId: other, owner, prefill }, { ...values, providerId: other });
      copyDraft(draftName.booking(providerId), draftName.booking(other));
      input.onProvider?.(other);
      beginAtHeading();
    } else {
      change({ providerId: other, pickupAddress: values.pickupAddress, deliveryAddress: values.deliveryAddress });
    }
  };

  const bookAnyway = (element: HTMLFormElement): void => {
    agreed.current = JSON.stringify(patternFields(values));
    form.submit(element);
  };

  return { form, values, change, errors: form.errors, formError, charge, otherProviders, bookWith, bookAnyway };
}
