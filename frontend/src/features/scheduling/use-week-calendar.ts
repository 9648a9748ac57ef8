import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";

import type { TimeSlot } from "@/api/types";
import { addDays, zurichDate } from "@/lib/dates";
import { mondayOf, weekFrom } from "@/lib/weeks";
import { useNow } from "@/ui/use-now";

import { filteredSlots, nearest, openSlots, type SlotFilter, type SlotKey } from "./slots";
import { useWeekSlots } from "./use-week-slots";

const HALF_MINUTE_MS = 30_000;
const WEEK = 7;
const MIDDAY = "12:00";
const STOP = '[role="gridcell"] button[tabindex="0"]';

/** The focused position; `isPicked` if the user chose that very day, even if it is empty. */
type Cursor = SlotKey & { isPicked: boolean };

export type WeekCalendarInput = {
  providerId: string;
  chosen: SlotKey | null;
  onChoose: (slot: TimeSlot) => void;
  /** A date in the first week to show; default the chosen one, or today. */
  startAt?: string | undefined;
  /** Dates that cannot be chosen, whatever is free. */
  without?: readonly string[];
  /** The type filter, if the page holds its state; otherwise the calendar does. */
  filter?: SlotFilter;
  onFilterChange?: (filter: SlotFilter) => void;
};

export type WeekCalendarState = {
  now: number;
  today: string;
  monday: string;
  isThisWeek: boolean;
  dates: readonly string[];
  filter: SlotFilter;
  setFilter: (filter: SlotFilter) => void;
  /** Bookable slots of the week, and those shown; undefined while loading. */
  open: TimeSlot[] | undefined;
  shown: TimeSlot[] | undefined;
  week: ReturnType<typeof useWeekSlots>;
  stop: TimeSlot | null;
  day: string;
  turn: (weeks: number) => void;
  showDate: (date: string) => void;
  pickDay: (date: string) => void;
  moveTo: (slot: TimeSlot, isMove: boolean) => void;
  choose: (slot: TimeSlot) => void;
  /** Page Up and Page Down, anywhere in the week. */
  turnByKey: (event: KeyboardEvent) => void;
};

function stopOf(slots: readonly TimeSlot[], cursor: Cursor): TimeSlot | null {
  const onDay = slots.filter(({ date }) => date === cursor.date);
  const after = slots.filter(({ date }) => date > cursor.date);
  return nearest(onDay, cursor.startTime) ?? after[0] ?? slots[0] ?? null;
}

/** State of the calendar: week, day and slot. `body` contains the week. */
export function useWeekCalendar(input: WeekCalendarInput, body: RefObject<HTMLDivElement | null>): WeekCalendarState {
  const { providerId, chosen, onChoose, startAt, without } = input;
  const now = useNow(HALF_MINUTE_MS);
  const today = zurichDate(now);
  const thisMonday = mondayOf(today);
  const [cursor, setCursor] = useState<Cursor>(() => ({
    date: startAt ?? chosen?.date ?? today,
    startTime: chosen?.startTime ?? MIDDAY,
    isPicked: false,
  }));
  const [ownFilter, setOwnFilter] = useState<SlotFilter>("all");
  const { filter = ownFilter, onFilterChange: setFilter = setOwnFilter } = input;
  const wanted = mondayOf(cursor.date);
  // After midnight on Sunday the week is over: show the current one.
  const monday = wanted < thisMonday ? thisMonday : wanted;
  const week = useWeekSlots(providerId, monday);
  const open = week.slots === undefined ? undefined : openSlots(week.slots, now, without);
  const shown = open === undefined ? undefined : filteredSlots(open, filter);
  const stop = shown === undefined ? null : stopOf(shown, cursor);
  const wantsFocus = useRef(false);

  // The slot to focus may be of a week that is still loading.
  useEffect(() => {
    if (!wantsFocus.current || shown === undefined) return;
    wantsFocus.current = false;
    body.current?.querySelector<HTMLElement>(STOP)?.focus();
  });

  const turn = (weeks: number): void => {
    const date = addDays(stop?.date ?? cursor.date, weeks * WEEK);
    setCursor({ ...cursor, date: date < today ? today : date, isPicked: false });
  };

  return {
    now,
    today,
    monday,
    isThisWeek: monday === thisMonday,
    dates: weekFrom(monday),
    filter,
    setFilter,
    open,
    shown,
    week,
    stop,
    day: cursor.isPicked && cursor.date >= monday ? cursor.date : (stop?.date ?? cursor.date),
    turn,
    showDate: (date) => {
      setCursor({ ...cursor, date, isPicked: false });
      wantsFocus.current = true;
      body.current?.focus();
    },
    pickDay: (date) => setCursor({ ...cursor, date, isPicked: true }),
    moveTo: (slot, isMove) => {
      setCursor({ date: slot.date, startTime: slot.startTime, isPicked: false });
      if (isMove) wantsFocus.current = true;
    },
    choose: (slot) => {
      setCursor({ date: slot.date, startTime: slot.startTime, isPicked: false });
      onChoose(slot);
    },
    turnByKey: (event) => {
      if (event.key !== "PageUp" && event.key !== "PageDown") return;
      event.preventDefault();
      const weeks = event.key === "PageUp" ? -1 : 1;
      if (weeks < 0 && monday === thisMonday) return;
      wantsFocus.current = true;
      // Keep the focus in the calendar while the other week loads.
      body.current?.focus();
      turn(weeks);
    },
  };
}
