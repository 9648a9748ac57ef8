import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { renderScreen } from "@/test/render";
import { serve } from "@/test/server";

import { AnswerDeadline } from "./answer-deadline";

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => vi.useRealTimers());

test.each([
  ["2026-11-20T11:30:01Z", "Answer by 12:30 · more than 3 hours left"],
  ["2026-11-20T10:30:00Z", "Answer by 11:30 · more than 1 hour left"],
  ["2026-11-20T10:01:00Z", "Answer by 11:01 · more than 1 hour left"],
  ["2026-11-20T10:00:00Z", "Answer by 11:00 · 90 minutes left"],
  ["2026-11-20T08:30:00Z", "Answer by 09:30 · the time is over"],
])("of the time until %s it says never more than there is", async (by, words) => {
  serve({});
  renderScreen(<AnswerDeadline by={by} />);

  expect(await screen.findByText(words)).toBeVisible();
});
