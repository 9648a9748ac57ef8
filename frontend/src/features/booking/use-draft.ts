import { useEffect, useState } from "react";

import type { Prices, ServiceType, TimeSlot, User } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDayTime, zurichDate, zurichToUtc } from "@/lib/dates";
import { useNow } from "@/ui/use-now";

import { emptyDraft, keepBooking, keptBooking, type Draft } from "./draft";
import { defaultPickup, isBookable, type Pickup } from "./pickup-times";
import { heldTime } from "./use-place-order";
import { useSlotsAround } from "./use-pickup-slots";

const HALF_MINUTE_MS = 30_000;

export type DraftInput = {
  providerId: string;
  /** Null for a visitor. */
  user: User | null;
  prices: Prices;
  /** Those of today and tomorrow. */
  slots: readonly TimeSlot[];
  /** The service that the address names; null for none. */
  service: ServiceType | null;
};

export type DraftState = {
  draft: Draft;
  change: (values: Partial<Draft>) => void;
  /** Today and tomorrow, as seen at `now`. */
  dates: readonly string[];
  now: number;
  /** The chosen time while it can be booked. */
  chosen: Pickup | null;
  choose: (pickup: Pickup) => void;
  /** What became of a time of an earlier visit that cannot be booked any more. */
  lostTime: string | null;
  /** From now on a time that is gone is refused, not replaced. */
  insist: () => void;
  /** Keeps the form as it is, touched or not. */
  keep: () => void;
};

/** True for the time at which the draft's own order holds a place already. */
const isHeld = ({ date, time }: Pickup, held: string | null): boolean => held === zurichToUtc(date, time);

const isLater = ({ date }: Pickup, dates: readonly string[]): boolean => dates.every((offered) => date > offered);

type Start = {
  draft: Draft;
  owner: string | null;
  /** The time is the person's own choice of an earlier visit. */
  hasKeptTime: boolean;
};

/** The form at its start: what was kept in this tab, else the defaults. */
function startOf({ prices, slots, service, providerId, user }: DraftInput, dates: readonly string[], now: number): Start {
  const owner = user?.id ?? null;
  const kept = keptBooking({ providerId, owner, service }, prices);
  const isOwn = kept !== null && kept.pickup !== null && (kept.isOwnTime || isHeld(kept.pickup, heldTime(providerId, owner, now)));
  if (isOwn) return { draft: kept, owner, hasKeptTime: true };
  const draft = { ...(kept ?? emptyDraft(service, prices)), pickup: defaultPickup(dates, slots, now), isOwnTime: false };
  return { draft, owner, hasKeptTime: false };
}

function lostText({ date, time }: Pickup, isReplaced: boolean, now: number): string {
  return t(isReplaced ? "booking.pickup.lost.replaced" : "booking.pickup.lost", { time: formatDayTime(zurichToUtc(date, time), now) });
}

/** What is filled in, kept in this tab from the first change on; and whether its time can be booked. */
export function useDraft(input: DraftInput): DraftState {
  const { providerId, slots, user, service } = input;
  const now = useNow(HALF_MINUTE_MS);
  const today = zurichDate(now);
  const dates = [today, addDays(today, 1)];
  const [start] = useState(() => startOf(input, dates, now));
  const [draft, setDraft] = useState(start.draft);
  const [isKeptTime, setIsKeptTime] = useState(start.hasKeptTime);
  const [lostTime, setLostTime] = useState<string | null>(null);
  const later = draft.pickup !== null && isLater(draft.pickup, dates) ? draft.pickup : null;
  const laterSlots = useSlotsAround(providerId, later?.date ?? null);
  // A later day is looked at as soon as its slots are there.
  const held = heldTime(providerId, user?.id ?? null, now);
  const isFree = (pickup: Pickup): boolean =>
    isHeld(pickup, held) ? true : later === null ? isBookable(pickup, slots, now) : laterSlots === undefined || isBookable(pickup, laterSlots, now);
  const chosen = draft.pickup !== null && isFree(draft.pickup) ? draft.pickup : null;

  // A time of an earlier visit that is gone by now: the form begins as a fresh one does, and says so.
  if (isKeptTime && draft.pickup !== null && chosen === null) {
    const pickup = defaultPickup(dates, slots, now);
    setIsKeptTime(false);
    setLostTime(lostText(draft.pickup, pickup !== null, now));
    setDraft({ ...draft, pickup, isOwnTime: false });
  }

  // Whose session ends while the form is open stays its owner.
  const owner = user?.id ?? start.owner;
  useEffect(() => {
    if (draft !== start.draft) keepBooking({ providerId, owner, service }, draft);
  }, [draft, start, providerId, owner, service]);

  const change = (values: Partial<Draft>): void => setDraft((before) => ({ ...before, ...values }));

  return {
    draft,
    change,
    dates,
    now,
    chosen,
    choose: (pickup) => {
      change({ pickup, isOwnTime: true });
      setIsKeptTime(false);
      setLostTime(null);
    },
    lostTime,
    insist: () => setIsKeptTime(false),
    keep: () => keepBooking({ providerId, owner, service }, draft),
  };
}
