import { expect, test } from "vitest";

import { phaseOf } from "./review-days";

test.each([
  ["on the day itself", "2026-11-23T09:00:00Z", "2026-11-23T20:00:00Z", "review"],
  ["on the fifth business day", "2026-11-23T09:00:00Z", "2026-11-27T20:00:00Z", "review"],
  ["over the weekend, which does not count", "2026-11-23T09:00:00Z", "2026-11-29T20:00:00Z", "review"],
  ["on the sixth business day, a Monday", "2026-11-23T09:00:00Z", "2026-11-30T08:00:00Z", "approval"],
  ["months later", "2026-11-23T09:00:00Z", "2027-03-01T08:00:00Z", "approval"],
  ["on the evening that is the next day in Zurich", "2026-11-23T09:00:00Z", "2026-11-29T23:30:00Z", "approval"],
])("%s", (_, submittedAt, now, phase) => {
  expect(phaseOf(submittedAt, now)).toBe(phase);
});
