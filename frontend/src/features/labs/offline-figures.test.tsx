import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { loadMessages } from "@/i18n/i18n";
import { renderScreen } from "@/test/render";
import { serve } from "@/test/server";

import { QueueFigures } from "./offline-figures";

test("each attempt that failed is written down, with what came back", async () => {
  serve();
  await loadMessages("labs");
  const at = Date.parse("2026-11-20T08:30:00Z");
  const failures = [
    { type: "rate" as const, at, status: 503 },
    { type: "generic" as const, at: at - 60_000, status: 0 },
  ];
  renderScreen(
    <QueueFigures
      statistics={{
        total: 2,
        retries: 2,
        byType: { rate: 1, generic: 1 },
        oldest: at,
        failures,
        failed: 0,
        orders: 0,
        providers: 0,
      }}
    />,
  );

  expect(screen.getByText(/^Failed: Ratings, .*09:30$/).nextSibling).toHaveTextContent("Status 503");
  expect(screen.getByText(/^Failed: Messages and steps, .*09:29$/).nextSibling).toHaveTextContent("No answer");
});
