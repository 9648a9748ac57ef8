import { useEffect, useRef, useState } from "react";

import { useCreateRecurring } from "@/resources/use-recurring";
import { addressLine } from "@/resources/address-line";
import { ApiError } from "@/resources/api-error";
import { neighboursIn, refusalOf } from "@/resources/error-text";
import { priceOf } from "@/resources/price";
import type { Address, Prices, Provider, RecurringBooking, RecurringBookingCreate } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { copyDraft, draftName } from "@/lib/drafts";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { useForm, type Form } from "@/ui/form/use-form";
import { dismissToast, showToast } from "@/ui/overlay/toast";

import { basicsBody, missingIn, type Basics, type WishErrors } from "./booking-parts";
import { forgetSentWish, keepWish, keptWish, type Beginning } from "./kept-wish";
import { DEFAULT_PLAN } from "../plan";

export type Wish = Basics & {
  providerId: string;
  /** Null for the default card. */
  paymentMethodId: string | null;
};

/** Why it was not created, where no field is to blame; `code` is the API's. */
export type Refusal = { text: string; code: string };

export type RecurringFormState = {
  form: Form<Wish>;
  wish: Wish;
  change: (changes: Partial<Wish>) => void;
  errors: WishErrors;
  refusal: Refusal | null;
  /** Those who come to the addresses that the chosen provider does not serve. */
  neighbours: readonly Provider[];
  /** The same form, as it is filled in, with somebody else. */
  bookWith: (providerId: string) => void;
};

export type RecurringFormInput = {
  /** Null for a visitor, who is asked to sign in once everything is filled in. */
  customerId: string | null;
  /** The provider that the address of the page names; "" for none. */
  providerId: string;
  saved: readonly Address[];
  prices: Prices;
  /** What is known from elsewhere. Given, the form is about this provider alone, and is saved in this tab. */
  beginning?: Beginning | undefined;
  onSignIn?: (() => void) | undefined;
  /** Leads to the form for another provider, where this one is about one alone. */
  onProvider?: ((providerId: string) => void) | undefined;
  onCreated: (booking: RecurringBooking) => void;
};

/** The form at its start (specification point 9), with the account's default address. */
function firstWish({ customerId, providerId, saved, prices, beginning }: RecurringFormInput): Wish {
  const home = saved.find(({ isDefault }) => isDefault) ?? saved[0];
  const line = home === undefined ? "" : addressLine(home);
  const fresh: Wish = {
    ...DEFAULT_PLAN,
    providerId,
    serviceType: "standard",
    weight: prices.minKg,
    pickupAddress: line,
    deliveryAddress: line,
    specialInstructions: "",
    paymentMethodId: null,
  };
  return { ...fresh, ...beginning, ...keptWish({ providerId, owner: customerId, beginning }, prices) };
}

function bodyOf(wish: Wish, customerId: string, prices: Prices): RecurringBookingCreate {
  const { providerId, paymentMethodId } = wish;
  return { customerId, providerId, ...basicsBody(wish), paymentMethodId, expectedTotal: priceOf(prices, wish.serviceType, wish.weight).total };
}

/** Refusals of the day and time: what was chosen stays, and the sentence stands there. */
const WHEN_REFUSED = ["provider_does_not_work", "not_a_start", "recurring_booking_exists"];

function explained(error: unknown): ReturnType<typeof refusalOf> {
  const { fields, text } = refusalOf(error, t("recurring.toast.notCreated"));
  const isWhen = error instanceof ApiError && WHEN_REFUSED.includes(error.code);
  return { fields: isWhen ? { ...fields, preferredTime: text } : fields, text };
}

function complain(title: string, description: string): void {
  showToast({ title, description, variant: "destructive" });
}

/** Keeps what is filled in, from the first change on. */
function useKeptWish(wish: Wish, { customerId, providerId, beginning }: RecurringFormInput): { owner: string | null } {
  const [start] = useState({ wish: JSON.stringify(wish), owner: customerId });
  const isTouched = useRef(false);
  // Whose session ends while the form is open stays its owner.
  const owner = customerId ?? start.owner;
  useEffect(() => {
    isTouched.current ||= JSON.stringify(wish) !== start.wish;
    if (isTouched.current) keepWish({ providerId, owner, beginning }, wish);
  }, [wish, start, beginning, providerId, owner]);
  return { owner };
}

/** Everything that the form for a recurring booking knows and does. */
export function useRecurringForm(input: RecurringFormInput): RecurringFormState {
  const { customerId, providerId, beginning } = input;
  const [initial] = useState(() => firstWish(input));
  const [neighbours, setNeighbours] = useState<readonly Provider[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const create = useCreateRecurring();

  const form = useForm<Wish>({
    initial,
    check: (wish) => ({ ...missingIn(wish), providerId: wish.providerId === "" ? t("recurring.toast.noProvider") : "" }),
    save: async (wish) => {
      if (customerId === null) {
        input.onSignIn?.();
        return;
      }
      setRefusal(null);
      const booking = await create(bodyOf(wish, customerId, input.prices));
      forgetSentWish({ providerId, beginning });
      showToast({ title: t("recurring.toast.created"), description: t("recurring.toast.created.body") });
      input.onCreated(booking);
    },
    explain: explained,
    ties: { providerId: ["preferredTime"], pattern: ["preferredTime"], dayOfWeek: ["preferredTime"], dayOfMonth: ["preferredTime"] },
    notice: { isSaid: true },
    onIncomplete: ({ pickupAddress, deliveryAddress, providerId: noProvider }) => {
      if (pickupAddress !== undefined || deliveryAddress !== undefined) complain(t("recurring.toast.missing"), t("recurring.toast.missing.body"));
      else if (noProvider !== undefined) complain(t("recurring.toast.error"), noProvider);
    },
    onRefused: ({ fields, text }, error) => {
      if (error instanceof ApiError && error.status === 401 && input.onSignIn !== undefined) {
        input.onSignIn();
        return;
      }
      setNeighbours(neighboursIn(error));
      const isAtField = fields["pickupAddress"] !== undefined || fields["deliveryAddress"] !== undefined;
      setRefusal(isAtField ? null : { text, code: error instanceof ApiError ? error.code : "" });
      complain(t("recurring.toast.error"), text);
    },
  });
  const wish = form.values;
  const { owner } = useKeptWish(wish, input);

  const change = (changes: Partial<Wish>): void => {
    form.change(changes);
    setNeighbours([]);
    setRefusal(null);
  };

  const bookWith = (other: string): void => {
    dismissToast();
    if (beginning !== undefined) {
      keepWish({ providerId: other, owner, beginning }, { ...wish, providerId: other });
      copyDraft(draftName.booking(providerId), draftName.booking(other));
      input.onProvider?.(other);
      beginAtHeading();
    } else {
      change({ providerId: other, pickupAddress: wish.pickupAddress, deliveryAddress: wish.deliveryAddress });
    }
  };

  return { form, wish, change, errors: form.errors, refusal, neighbours, bookWith };
}
