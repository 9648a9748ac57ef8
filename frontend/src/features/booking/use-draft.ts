import { useEffect, useMemo, useState } from "react";

import type { Locality } from "@/api/localities/stored-locality";
import { suggestedAddress } from "@/api/addresses/suggested-address";
import { priceWith, type Priced } from "@/api/prices/add-on-prices";
import { withoutExpress, type AddOnChoice } from "@/api/prices/add-ons";
import type { Address, Prices, ServiceType, TimeSlot, User } from "@/api/types";
import { heldTime } from "@/api/orders/use-place-order";
import { t } from "@/i18n/i18n";
import { addDays, zurichDate, zurichToUtc } from "@/lib/dates";
import { pickupWindow } from "@/lib/pickup-window";
import { now as serverNow } from "@/lib/server-clock";
import type { FormState } from "@/ui/form/use-form";
import { useNow } from "@/ui/use-now";

import {
  emptyDraft,
  isConfirmed,
  notePlaced,
  saveBookingDraft,
  savedBookingDraft,
  savedTotal,
  type Draft,
  type Prefill,
} from "./draft";
import { beginOf, defaultPickup, isBookable, type Pickup } from "./pickup-times";
import { useSlotsAround } from "./use-pickup-slots";

const HALF_MINUTE_MS = 30_000;
const MINUTE_MS = 60_000;

export type DraftInput = {
  providerId: string;
  /** Null for a visitor. */
  user: User | null;
  prices: Prices;
  /** Today's and tomorrow's slots. */
  slots: readonly TimeSlot[];
  /** The last day of `slots`; only today for a moment after midnight. */
  slotsUntil: string;
  /** The service in the URL; null for none. */
  service: ServiceType | null;
  /** The user's locality. */
  locality: Locality;
  /** Other prefill from the URL; null for none. */
  prefill: Prefill | null;
  /** The account's saved addresses; empty for a visitor. */
  saved: readonly Address[];
  /** How long the provider may take to accept, in minutes; 0 if payment confirms the order. */
  answerMinutes: number;
};

export type DraftState = {
  /** Today and tomorrow at `now`. */
  dates: readonly string[];
  now: number;
  /** The chosen pickup, if it can still be booked. */
  chosen: Pickup | null;
  /** The provider would not have enough time to accept. */
  isTooSoon: boolean;
  choose: (pickup: Pickup) => void;
  /** Message if the saved pickup cannot be booked any more. */
  lostTime: string | null;
  /** From now on an unavailable pickup is an error, not replaced by the default. */
  insist: () => void;
  /** Saves the draft, even if unchanged. */
  save: () => void;
  /** Notes the order that was placed from it. */
  notePlaced: (orderId: string) => void;
  /** Saves it as confirmed: after the sign-in it is sent. */
  saveConfirmed: () => void;
  /** Confirmed before the sign-in, and unchanged since. */
  isConfirmed: boolean;
  /** The chosen pickup is today. */
  isToday: boolean;
  /** The add-ons that can be booked at the chosen time. */
  addOns: AddOnChoice;
  price: Priced;
  /** The total when the draft was last shown, if it is another one now. */
  formerTotal: string | null;
};

/** True for the time that the draft's own order has reserved. */
const isHeld = ({ date, time }: Pickup, held: string | null): boolean => held === zurichToUtc(date, time);

/** The initial state of the form. */
export type DraftStart = {
  draft: Draft;
  owner: string | null;
  /** The pickup was chosen on an earlier visit. */
  hasSavedTime: boolean;
  isConfirmed: boolean;
  /** The total shown with it on the earlier visit; null for none. */
  total: string | null;
};

/** Fills in an address of the account if the street is empty. */
function withHome(draft: Draft, { saved, user }: Pick<DraftInput, "saved" | "user">): Draft {
  const home = suggestedAddress(saved, user);
  if (home === undefined || draft.street.trim() !== "") return draft;
  return { ...draft, street: home.street, city: home.city, postalCode: home.postalCode };
}

/** The initial state: this tab's draft, else the defaults. */
function startOf(input: DraftInput, dates: readonly string[], now: number): DraftStart {
  const { prices, slots, service, prefill, providerId, user, locality, answerMinutes } = input;
  const owner = user?.id ?? null;
  const key = { providerId, owner, service, prefill };
  const prefilled = prefill === null ? null : { ...emptyDraft(service, prices, locality), ...prefill.values };
  const found = savedBookingDraft(key, prices) ?? prefilled;
  const restored = found === null ? null : withHome(found, input);
  const isOwn =
    restored !== null &&
    restored.pickup !== null &&
    (restored.isOwnTime || isHeld(restored.pickup, heldTime(providerId, owner, now)));
  const total = savedTotal(key);
  if (isOwn)
    return {
      draft: restored,
      owner,
      hasSavedTime: true,
      isConfirmed: user !== null && isConfirmed(key, now),
      total,
    };
  const pickup = defaultPickup(dates, slots, now, now + answerMinutes * MINUTE_MS);
  const draft = { ...(restored ?? withHome(emptyDraft(service, prices, locality), input)), pickup, isOwnTime: false };
  return { draft, owner, hasSavedTime: false, isConfirmed: false, total };
}

function lostText({ date, time }: Pickup, isReplaced: boolean, now: number): string {
  return t(isReplaced ? "booking.pickup.lost.replaced" : "booking.pickup.lost", {
    time: pickupWindow({ pickupTime: zurichToUtc(date, time) }, now),
  });
}

/** Today and tomorrow, whose hours the form shows. */
function daysAt(now: number): string[] {
  const today = zurichDate(now);
  return [today, addDays(today, 1)];
}

export function useDraftStart(input: DraftInput): DraftStart {
  const [start] = useState(() => startOf(input, daysAt(serverNow()), serverNow()));
  return start;
}

/** Saves the form in this tab after its first change, and checks whether its pickup can be booked. */
export function useDraft(
  input: DraftInput,
  start: DraftStart,
  { values: draft, change }: Pick<FormState<Draft>, "values" | "change">,
): DraftState {
  const { providerId, slots, user, service, answerMinutes } = input;
  // Applied once, on mount.
  const [prefill] = useState(input.prefill);
  const now = useNow(HALF_MINUTE_MS);
  const dates = useMemo(() => daysAt(now), [now]);
  const [first] = useState(draft);
  const [isSavedTime, setIsSavedTime] = useState(start.hasSavedTime);
  const [lostTime, setLostTime] = useState<string | null>(null);
  const later = draft.pickup !== null && draft.pickup.date > input.slotsUntil ? draft.pickup : null;
  const laterSlots = useSlotsAround(providerId, later?.date ?? null);
  // A later day is checked as soon as its slots are loaded.
  const held = heldTime(providerId, user?.id ?? null, now);
  const loaded = later === null ? slots : laterSlots;
  const isFree = (pickup: Pickup): boolean =>
    isHeld(pickup, held) || loaded === undefined || isBookable(pickup, loaded, now);
  const chosen = draft.pickup !== null && isFree(draft.pickup) ? draft.pickup : null;
  const earliest = now + answerMinutes * MINUTE_MS;
  const isTooSoon =
    chosen !== null && !isHeld(chosen, held) && Date.parse(zurichToUtc(chosen.date, chosen.time)) < earliest;

  // The saved pickup is gone: use the default, and say so.
  if (isSavedTime && draft.pickup !== null && chosen === null) {
    const pickup = defaultPickup(dates, slots, now, earliest);
    setIsSavedTime(false);
    setLostTime(lostText(draft.pickup, pickup !== null, now));
    change({ pickup, isOwnTime: false });
  } else if (draft.pickup !== null && loaded !== undefined && !isHeld(draft.pickup, held)) {
    // The hour in an address or of an earlier order may lie within a slot: the form shows what would be booked.
    const time = beginOf(draft.pickup, loaded);
    if (time !== draft.pickup.time) change({ pickup: { ...draft.pickup, time } });
  }

  // Express is only for pickups today: left out at other times, but kept in the draft.
  const isToday = chosen?.date === dates[0];
  const addOns = isToday ? draft.addOns : withoutExpress(draft.addOns);
  const price = priceWith(input.prices, draft.serviceType, draft.weight, addOns);
  const total = price.totalAmount;
  // What the person changes here changes the total, too, which needs no explanation.
  const [firstTotal] = useState(total);
  const formerTotal = start.total !== null && start.total !== total && total === firstTotal ? start.total : null;

  // If the session ends while the form is open, the draft keeps its owner.
  const owner = user?.id ?? start.owner;
  useEffect(() => {
    if (draft !== first) saveBookingDraft({ providerId, owner, service, prefill }, draft, total);
  }, [draft, first, total, providerId, owner, service, prefill]);

  return {
    dates,
    now,
    chosen,
    isTooSoon,
    choose: (pickup) => {
      change({ pickup, isOwnTime: true });
      setIsSavedTime(false);
      setLostTime(null);
    },
    lostTime,
    insist: () => setIsSavedTime(false),
    save: () => saveBookingDraft({ providerId, owner, service, prefill }, draft, total),
    notePlaced: (orderId) => notePlaced({ providerId, owner, service, prefill }, draft, orderId),
    // The confirmed time counts as the user's choice, so that it is never replaced.
    saveConfirmed: () =>
      saveBookingDraft({ providerId, owner, service, prefill }, { ...draft, isOwnTime: true }, total, now),
    isConfirmed: start.isConfirmed && lostTime === null && formerTotal === null,
    isToday,
    addOns,
    price,
    formerTotal,
  };
}
