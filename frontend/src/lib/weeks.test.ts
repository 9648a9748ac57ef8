import { expect, test } from "vitest";

import {
  dayNumber,
  formatLongDate,
  formatMonth,
  formatWeek,
  formatWeekday,
  formatWeekdayName,
  mondayOf,
  weekFrom,
} from "./weeks";

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-22", "2026-11-16"],
  ["2026-11-29", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
  ["2026-03-29", "2026-03-23"],
  ["2026-10-25", "2026-10-19"],
])("%s lies in the week of %s", (date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});

test("a week has seven days from Monday to Sunday, over a month's end and a clock change too", () => {
  expect(weekFrom("2026-10-19")).toEqual(["19", "20", "21", "22", "23", "24", "25"].map((day) => `2026-10-${day}`));
  expect(weekFrom("2026-11-30").at(-1)).toBe("2026-12-06");
});

test.each([
  ["2026-11-23", "23–29 Nov"],
  ["2026-11-30", "30 Nov – 6 Dec"],
  ["2026-08-31", "31 Aug – 6 Sep"],
  ["2026-12-28", "28 Dec 2026 – 3 Jan 2027"],
  ["2027-01-04", "4–10 Jan 2027"],
])("the week of %s is written %s", (monday, text) => {
  expect(formatWeek(monday, "2026-11-20T09:00:00Z")).toBe(text);
});

test("days have their names", () => {
  expect(formatLongDate("2026-11-23")).toBe("Monday 23 November");
  expect(formatMonth("2026-11-29")).toBe("November");
  expect(formatWeekday("2026-11-29")).toBe("Sun");
  expect([0, 1, 6].map(formatWeekdayName)).toEqual(["Sunday", "Monday", "Saturday"]);
  expect(dayNumber("2026-11-03")).toBe(3);
});
