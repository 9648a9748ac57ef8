import { useEffect, useMemo, useState } from "react";

import type { Locality } from "@/api/localities/stored-locality";
import { suggestedAddress } from "@/api/addresses/suggested-address";
import type { Address, Prices, ServiceType, TimeSlot, User } from "@/api/types";
import { heldTime } from "@/api/orders/use-place-order";
import { t } from "@/i18n/i18n";
import { addDays, formatDayTime, zurichDate, zurichToUtc } from "@/lib/dates";
import { now as serverNow } from "@/lib/server-clock";
import type { Form } from "@/ui/form/use-form";
import { useNow } from "@/ui/use-now";

import { emptyDraft, isConfirmed, saveBookingDraft, savedBookingDraft, type Draft, type Prefill } from "./draft";
import { defaultPickup, isBookable, windowEnd, type Pickup } from "./pickup-times";
import { useSlotsAround } from "./use-pickup-slots";

const HALF_MINUTE_MS = 30_000;
const MINUTE_MS = 60_000;

export type DraftInput = {
  providerId: string;
  /** Null for a visitor. */
  user: User | null;
  prices: Prices;
  /** Those of today and tomorrow. */
  slots: readonly TimeSlot[];
  /** The service that the address names; null for none. */
  service: ServiceType | null;
  /** Where the person looks for providers. */
  locality: Locality;
  /** What else the address asks to have filled in; null for nothing. */
  prefill: Prefill | null;
  /** The account's own addresses; none for a visitor. */
  saved: readonly Address[];
  /** How long the provider may take to answer an order, in minutes; 0 where payment confirms it. */
  answerMinutes: number;
};

export type DraftState = {
  /** Today and tomorrow, as seen at `now`. */
  dates: readonly string[];
  now: number;
  /** The chosen time while it can be booked. */
  chosen: Pickup | null;
  /** Until when the provider comes by for it, "15:00"; null while that is not known. */
  chosenEnd: string | null;
  /** The provider could not answer in time for the chosen pickup any more. */
  isTooSoon: boolean;
  choose: (pickup: Pickup) => void;
  /** What became of a time of an earlier visit that cannot be booked any more. */
  lostTime: string | null;
  /** From now on a time that is gone is refused, not replaced. */
  insist: () => void;
  /** Keeps the form as it is, touched or not. */
  save: () => void;
  /** The same for somebody who has confirmed it and has to sign in: it goes on by itself then. */
  saveConfirmed: () => void;
  /** It was confirmed before its person signed in, and is still what they have seen. */
  isConfirmed: boolean;
};

/** True for the time at which the draft's own order has a reservation already. */
const isHeld = ({ date, time }: Pickup, held: string | null): boolean => held === zurichToUtc(date, time);

const isLater = ({ date }: Pickup, dates: readonly string[]): boolean => dates.every((offered) => date > offered);

/** The form as it begins. */
export type DraftStart = {
  draft: Draft;
  owner: string | null;
  /** The time is the person's own choice of an earlier visit. */
  hasSavedTime: boolean;
  isConfirmed: boolean;
};

/** A form without a street gets an address of the account. */
function withHome(draft: Draft, { saved, user }: Pick<DraftInput, "saved" | "user">): Draft {
  const home = suggestedAddress(saved, user);
  if (home === undefined || draft.street.trim() !== "") return draft;
  return { ...draft, street: home.street, city: home.city, postalCode: home.postalCode };
}

/** The form at its start: what was saved in this tab, else the defaults. */
function startOf(input: DraftInput, dates: readonly string[], now: number): DraftStart {
  const { prices, slots, service, prefill, providerId, user, locality, answerMinutes } = input;
  const owner = user?.id ?? null;
  const prefilled = prefill === null ? null : { ...emptyDraft(service, prices, locality), ...prefill.values };
  const found = savedBookingDraft({ providerId, owner, service, prefill }, prices) ?? prefilled;
  const restored = found === null ? null : withHome(found, input);
  const isOwn =
    restored !== null &&
    restored.pickup !== null &&
    (restored.isOwnTime || isHeld(restored.pickup, heldTime(providerId, owner, now)));
  if (isOwn)
    return {
      draft: restored,
      owner,
      hasSavedTime: true,
      isConfirmed: user !== null && isConfirmed({ providerId, owner, service, prefill }, now),
    };
  const pickup = defaultPickup(dates, slots, now, now + answerMinutes * MINUTE_MS);
  const draft = { ...(restored ?? withHome(emptyDraft(service, prices, locality), input)), pickup, isOwnTime: false };
  return { draft, owner, hasSavedTime: false, isConfirmed: false };
}

function lostText({ date, time }: Pickup, isReplaced: boolean, now: number): string {
  return t(isReplaced ? "booking.pickup.lost.replaced" : "booking.pickup.lost", {
    time: formatDayTime(zurichToUtc(date, time), now),
  });
}

/** The days whose hours are at hand: today and tomorrow. */
function daysAt(now: number): string[] {
  const today = zurichDate(now);
  return [today, addDays(today, 1)];
}

export function useDraftStart(input: DraftInput): DraftStart {
  const [start] = useState(() => startOf(input, daysAt(serverNow()), serverNow()));
  return start;
}

/** Keeps what is filled in in this tab, from the first change on; and knows whether its time can be booked. */
export function useDraft(
  input: DraftInput,
  start: DraftStart,
  { values: draft, change }: Pick<Form<Draft>, "values" | "change">,
): DraftState {
  const { providerId, slots, user, service, answerMinutes } = input;
  // Fulfilled once, at the beginning.
  const [prefill] = useState(input.prefill);
  const now = useNow(HALF_MINUTE_MS);
  const dates = useMemo(() => daysAt(now), [now]);
  const [first] = useState(draft);
  const [isSavedTime, setIsSavedTime] = useState(start.hasSavedTime);
  const [lostTime, setLostTime] = useState<string | null>(null);
  const later = draft.pickup !== null && isLater(draft.pickup, dates) ? draft.pickup : null;
  const laterSlots = useSlotsAround(providerId, later?.date ?? null);
  // A later day is looked at as soon as its slots are there.
  const held = heldTime(providerId, user?.id ?? null, now);
  const isFree = (pickup: Pickup): boolean =>
    isHeld(pickup, held)
      ? true
      : later === null
        ? isBookable(pickup, slots, now)
        : laterSlots === undefined || isBookable(pickup, laterSlots, now);
  const chosen = draft.pickup !== null && isFree(draft.pickup) ? draft.pickup : null;
  const earliest = now + answerMinutes * MINUTE_MS;
  const isTooSoon =
    chosen !== null && !isHeld(chosen, held) && Date.parse(zurichToUtc(chosen.date, chosen.time)) < earliest;

  // A time of an earlier visit that is gone by now: the form begins as a fresh one does, and says so.
  if (isSavedTime && draft.pickup !== null && chosen === null) {
    const pickup = defaultPickup(dates, slots, now, earliest);
    setIsSavedTime(false);
    setLostTime(lostText(draft.pickup, pickup !== null, now));
    change({ pickup, isOwnTime: false });
  }

  // Whose session ends while the form is open stays its owner.
  const owner = user?.id ?? start.owner;
  useEffect(() => {
    if (draft !== first) saveBookingDraft({ providerId, owner, service, prefill }, draft);
  }, [draft, first, providerId, owner, service, prefill]);

  return {
    dates,
    now,
    chosen,
    chosenEnd: chosen === null ? null : windowEnd(chosen, later === null ? slots : (laterSlots ?? [])),
    isTooSoon,
    choose: (pickup) => {
      change({ pickup, isOwnTime: true });
      setIsSavedTime(false);
      setLostTime(null);
    },
    lostTime,
    insist: () => setIsSavedTime(false),
    save: () => saveBookingDraft({ providerId, owner, service, prefill }, draft),
    // The time that they have seen is theirs, whoever has chosen it: no other one is booked in its place.
    saveConfirmed: () => saveBookingDraft({ providerId, owner, service, prefill }, { ...draft, isOwnTime: true }, now),
    isConfirmed: start.isConfirmed && lostTime === null,
  };
}
