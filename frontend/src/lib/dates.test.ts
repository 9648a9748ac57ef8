import { expect, test } from "vitest";

import {
  addDays,
  dayTimeInSentence,
  formatDay,
  formatDayTime,
  formatRelative,
  zurichDate,
  zurichTime,
  zurichToUtc,
  zurichWeekday,
} from "./dates";

const now = "2026-11-20T10:00:00Z";

test("shows Zurich's date and time around midnight UTC, in winter and summer", () => {
  expect([zurichDate("2026-01-15T23:30:00Z"), zurichTime("2026-01-15T23:30:00Z")]).toEqual(["2026-01-16", "00:30"]);
  expect([zurichDate("2026-07-15T21:59:00Z"), zurichTime("2026-07-15T21:59:00Z")]).toEqual(["2026-07-15", "23:59"]);
  expect([zurichDate("2026-07-15T22:00:00Z"), zurichTime("2026-07-15T22:00:00Z")]).toEqual(["2026-07-16", "00:00"]);
});

test("counts weekdays from Sunday", () => {
  expect(zurichWeekday("2026-11-22T10:00:00Z")).toBe(0);
  expect(zurichWeekday("2026-11-22T23:30:00Z")).toBe(1);
});

test("adds calendar days over months, years and clock changes", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
  expect(addDays("2026-10-25", -1)).toBe("2026-10-24");
});

test.each([
  ["2026-11-23", "14:00", "2026-11-23T13:00:00.000Z"],
  ["2026-07-01", "09:00", "2026-07-01T07:00:00.000Z"],
  ["2026-01-01", "00:30", "2025-12-31T23:30:00.000Z"],
  // The night of the spring change: 02:00 to 03:00 does not exist.
  ["2026-03-29", "01:59", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29", "02:00", "2026-03-29T01:00:00.000Z"],
  ["2026-03-29", "02:30", "2026-03-29T01:30:00.000Z"],
  ["2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"],
  ["2026-03-29", "09:00", "2026-03-29T07:00:00.000Z"],
  // The night of the autumn change: 02:00 to 03:00 happens twice, and the first one is used.
  ["2026-10-25", "01:59", "2026-10-24T23:59:00.000Z"],
  ["2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25", "03:00", "2026-10-25T02:00:00.000Z"],
  ["2026-10-25", "09:00", "2026-10-25T08:00:00.000Z"],
])("%s %s in Zurich is %s", (date, time, utc) => {
  expect(zurichToUtc(date, time)).toBe(utc);
});

test("a time that the spring change skips is shown one hour later", () => {
  expect(zurichTime(zurichToUtc("2026-03-29", "02:30"))).toBe("03:30");
});

test("every hour of two years comes back as it was written, but for the skipped ones", () => {
  for (let date = "2026-01-01"; date < "2028-01-01"; date = addDays(date, 1)) {
    for (const time of ["00:00", "02:30", "09:00", "12:00", "17:00", "23:59"]) {
      const skipped = time === "02:30" && (date === "2026-03-29" || date === "2027-03-28");
      const utc = zurichToUtc(date, time);
      expect([date, zurichDate(utc), zurichTime(utc)]).toEqual([date, date, skipped ? "03:30" : time]);
    }
  }
});

test("refuses a malformed time", () => {
  expect(() => zurichToUtc("2026-11-23", "noon")).toThrow(RangeError);
});

test.each([
  ["2026-11-20T13:00:00Z", "Today, 14:00"],
  ["2026-11-20T22:59:00Z", "Today, 23:59"],
  ["2026-11-20T23:00:00Z", "Tomorrow, 00:00"],
  ["2026-11-19T22:00:00Z", "Yesterday, 23:00"],
  ["2026-11-23T13:00:00Z", "Mon 23 Nov, 14:00"],
  ["2027-09-06T12:00:00Z", "Mon 6 Sep 2027, 14:00"],
])("writes %s as %s", (moment, text) => {
  expect(formatDayTime(moment, now)).toBe(text);
});

test("writes a day small within a sentence", () => {
  expect(dayTimeInSentence("2026-11-20T23:00:00Z", now)).toBe("tomorrow, 00:00");
  expect(dayTimeInSentence("2026-11-23T13:00:00Z", now)).toBe("Mon 23 Nov, 14:00");
});

test("today ends at midnight in Zurich on the short and the long day", () => {
  expect(formatDay("2026-03-29T21:59:00Z", "2026-03-28T23:30:00Z")).toBe("Today");
  expect(formatDay("2026-03-29T22:00:00Z", "2026-03-28T23:30:00Z")).toBe("Tomorrow");
  expect(formatDay("2026-10-25T22:59:00Z", "2026-10-24T22:30:00Z")).toBe("Today");
});

test.each([
  ["2026-11-20T09:59:30Z", "Now"],
  ["2026-11-20T09:59:00Z", "1 minute ago"],
  ["2026-11-20T08:00:00Z", "2 hours ago"],
  ["2026-11-19T10:00:01Z", "23 hours ago"],
  ["2026-11-19T10:00:00Z", null],
  ["2026-11-20T12:00:00Z", null],
])("the age of %s is %s", (moment, text) => {
  expect(formatRelative(moment, now)).toBe(text);
});
