import { expect, test } from "vitest";

import type { TimeSlot } from "@/api/types";

import { defaultPickup, hourBeside, hoursOf, isBookable } from "./pickup-times";

const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const at = (time: string, date = TODAY): number => Date.parse(`${date}T${time}:00+01:00`);

function slot(date: string, startTime: string, fields: Partial<TimeSlot> = {}): TimeSlot {
  const endTime = `${(Number(startTime.slice(0, 2)) + 1).toString().padStart(2, "0")}:00`;
  return {
    id: date + startTime,
    date,
    startTime,
    endTime,
    slotType: "same_day",
    isAvailable: true,
    maxBookings: 3,
    currentBookings: 1,
    ...fields,
  };
}

const FULL = { isAvailable: false, currentBookings: 3 };
const day = (date: string, fields: Partial<TimeSlot> = {}): TimeSlot[] =>
  Array.from({ length: 12 }, (_, index) => slot(date, `${(index + 8).toString().padStart(2, "0")}:00`, fields));
const without = (slots: TimeSlot[], ...times: string[]): TimeSlot[] =>
  slots.filter(({ startTime }) => !times.includes(startTime));

test("offers the hours from 09:00 to 17:00 with their free places", () => {
  const hours = hoursOf(TODAY, day(TODAY), at("07:00"));

  expect(hours.map(({ time }) => time)).toEqual([
    "09:00",
    "10:00",
    "11:00",
    "12:00",
    "13:00",
    "14:00",
    "15:00",
    "16:00",
    "17:00",
  ]);
  expect(hours.every(({ state, left }) => state === "free" && left === 2)).toBe(true);
});

test("says of each hour why it cannot be booked", () => {
  const slots = [
    slot(TODAY, "09:00"),
    slot(TODAY, "13:00", FULL),
    slot(TODAY, "14:00", { isAvailable: false }),
    slot(TODAY, "15:00"),
  ];

  const states = Object.fromEntries(hoursOf(TODAY, slots, at("11:30")).map(({ time, state }) => [time, state]));

  expect(states).toEqual({
    "09:00": "past",
    "10:00": "past",
    "11:00": "past",
    "12:00": "closed",
    "13:00": "full",
    "14:00": "closed",
    "15:00": "free",
    "16:00": "closed",
    "17:00": "closed",
  });
});

test("knows the first hour beside those that are offered, while it can be booked", () => {
  const slots = [
    slot(TODAY, "19:00"),
    slot(TODAY, "18:00"),
    slot(TODAY, "08:00"),
    slot(TODAY, "17:00"),
    slot(TOMORROW, "08:00"),
  ];

  expect(hourBeside(TODAY, slots, at("07:00"))).toBe("08:00");
  expect(hourBeside(TODAY, slots, at("17:30"))).toBe("18:00");
  expect(hourBeside(TODAY, slots, at("19:00"))).toBeNull();
  expect(hourBeside(TOMORROW, slots, at("19:00"))).toBe("08:00");
  expect(defaultPickup([TODAY, TOMORROW], slots, at("17:30"))).toEqual({ date: TODAY, time: "18:00" });
});

test("a slot can be booked until it begins", () => {
  const slots = day(TODAY);

  expect(isBookable({ date: TODAY, time: "12:00" }, slots, at("12:00") - 1000)).toBe(true);
  expect(isBookable({ date: TODAY, time: "12:00" }, slots, at("12:00"))).toBe(false);
});

test("an hour inside a longer slot is bookable until that slot begins", () => {
  const slots = [slot(TODAY, "11:00", { endTime: "14:00" })];

  expect(isBookable({ date: TODAY, time: "13:00" }, slots, at("10:59"))).toBe(true);
  expect(isBookable({ date: TODAY, time: "14:00" }, slots, at("10:59"))).toBe(false);
  expect(isBookable({ date: TODAY, time: "13:00" }, slots, at("11:00"))).toBe(false);
});

test("a slot that ends at midnight covers the hours before", () => {
  expect(isBookable({ date: TODAY, time: "17:00" }, [slot(TODAY, "16:00", { endTime: "00:00" })], at("08:00"))).toBe(
    true,
  );
});

test.each([
  ["today at 12:00 while that can be booked", at("07:00"), [...day(TODAY), ...day(TOMORROW)], TODAY, "12:00"],
  ["the next hour once 12:00 has begun", at("12:00"), [...day(TODAY), ...day(TOMORROW)], TODAY, "13:00"],
  [
    "the next hour where 12:00 has no place",
    at("07:00"),
    [...without(day(TODAY), "12:00", "13:00"), ...day(TOMORROW)],
    TODAY,
    "14:00",
  ],
  ["an earlier hour today before tomorrow", at("07:00"), [slot(TODAY, "10:00"), ...day(TOMORROW)], TODAY, "10:00"],
  ["tomorrow's first hour in the evening", at("17:00"), [...day(TODAY), ...day(TOMORROW)], TOMORROW, "09:00"],
  ["tomorrow's next free hour", at("18:30"), [...day(TODAY), ...without(day(TOMORROW), "09:00")], TOMORROW, "10:00"],
])("starts with %s", (_, now, slots, date, time) => {
  expect(defaultPickup([TODAY, TOMORROW], slots, now)).toEqual({ date, time });
});

test("starts with nothing when neither day has a free slot", () => {
  expect(defaultPickup([TODAY, TOMORROW], [...day(TODAY, FULL), ...day(TOMORROW, FULL)], at("07:00"))).toBeNull();
  expect(defaultPickup([TODAY, TOMORROW], [], at("07:00"))).toBeNull();
});

test("hours mean Zurich on the days when its clock changes", () => {
  const slots = [slot("2026-10-25", "09:00")];

  // Winter time began at 03:00 on that day: 09:00 in Zurich is 08:00 UTC.
  expect(isBookable({ date: "2026-10-25", time: "09:00" }, slots, Date.parse("2026-10-25T07:59:59Z"))).toBe(true);
  expect(isBookable({ date: "2026-10-25", time: "09:00" }, slots, Date.parse("2026-10-25T08:00:00Z"))).toBe(false);
});
