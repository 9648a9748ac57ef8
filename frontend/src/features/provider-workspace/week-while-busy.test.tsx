import { screen, waitFor, within } from "@testing-library/react";
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

test("days off are removed one beside the other, and each says why it was not", async () => {
  const days = [
    { id: 7, startDate: "2026-12-24", endDate: "2026-12-24", note: "" },
    { id: 8, startDate: "2026-12-26", endDate: "2026-12-26", note: "" },
  ];
  let refuse: (response: { status: number; body: unknown }) => void = () => undefined;
  const { user, server } = open({
    "GET /api/provider/days-off": { body: days },
    "DELETE /api/provider/days-off/7": () => new Promise((resolve) => (refuse = resolve)),
    "DELETE /api/provider/days-off/8": never,
  });

  await user.click(await screen.findByRole("button", { name: "Remove days off Thu 24 Dec" }));
  await user.click(screen.getByRole("button", { name: "Remove days off Sat 26 Dec" }));

  expect(server.callsOf("DELETE /api/provider/days-off/8")).toHaveLength(1);
  refuse({ status: 503, body: { message: "Busy.", code: "database_busy" } });
  const [first, second] = ["Thu 24 Dec", "Sat 26 Dec"].map((day) => screen.getByText(day).closest("li"));
  await waitFor(() => expect(first).toHaveTextContent("Not savedBusy."));
  expect(second).not.toHaveTextContent("Busy.");
});
