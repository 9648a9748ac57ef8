import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Week } from "@/api/types";
import { renderScreen } from "@/test/render";
import { alice, never, serve, signedIn, type TestServer } from "@/test/server";

import { WeekPage } from "./week-page";

const week: Week = {
  providerId: "p1",
  isPaused: false,
  pausedUntil: null,
  mayResume: false,
  pausedForCover: false,
  certificateWaits: false,
  windows: [],
  affected: [],
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-18T08:30:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(handlers: Parameters<typeof serve>[0]): ReturnType<typeof renderScreen> & { server: TestServer } {
  const server = serve({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, isProvider: true, providerId: "p1" } } },
    "GET /api/provider/week": { body: week },
    "GET /api/provider/days-off": { body: [] },
    "GET /api/provider/orders": { body: [] },
    ...handlers,
  });
  return { ...renderScreen(<WeekPage />, { at: "/provider/schedule" }), server };
}

test("while hours are saved their days stay as they are", async () => {
  const { user } = open({ "PUT /api/provider/week": never });
  await user.click(await screen.findByRole("button", { name: "Add hours on Tuesday" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add hours" }));

  await user.click(dialog.getByRole("button", { name: "Save hours" }));

  expect(dialog.getByRole("checkbox", { name: "Sunday" })).toBeDisabled();
});
