import { expect, test } from "vitest";

import { daySpan, positionIn, startAt } from "./day-span";

test("a week shows the day, and whatever somebody works before and after", () => {
  expect(daySpan([])).toEqual({ from: 7, until: 20 });
  expect(
    daySpan([
      { startTime: "05:30", endTime: "09:00" },
      { startTime: "18:00", endTime: "23:59" },
    ]),
  ).toEqual({ from: 5, until: 24 });
});

test("hours lie where they are in the day, as long as they last", () => {
  expect(positionIn({ from: 7, until: 20 }, { startTime: "08:30", endTime: "12:00" }, 2)).toEqual({
    top: "3rem",
    height: "7rem",
  });
});

test("a press begins hours at the full hour in which it falls, and never so late that they could not end", () => {
  const span = { from: 7, until: 20 };
  expect([0, 0.5, 0.999].map((share) => startAt(span, share))).toEqual(["07:00", "13:00", "19:00"]);
  expect(startAt({ from: 5, until: 24 }, 0.999)).toBe("22:00");
});
