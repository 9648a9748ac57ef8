import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { TimeSlot } from "@/api/types";
import { slotsAt, slotsCall } from "@/test/slots";

import { bruno, hour, open, serveBooking } from "./test-booking";

const [FRIDAY, SATURDAY, SUNDAY] = ["2026-11-20", "2026-11-21", "2026-11-22"] as const;
const on = (...dates: string[]): TimeSlot[] => dates.flatMap((date) => slotsAt(date, "12:00", "14:00"));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T22:59:30Z") });
  window.sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens the form for Sunday, 14:00, and lets Friday end; the slots of the new days come when `give` is called. */
async function overMidnight(): Promise<() => void> {
  let give: () => void = () => undefined;
  const come = new Promise<void>((done) => (give = done));
  serveBooking({
    [slotsCall(bruno.id, FRIDAY, SATURDAY)]: { body: on(FRIDAY, SATURDAY) },
    [slotsCall(bruno.id, "2026-11-16", SUNDAY)]: { body: on(FRIDAY, SATURDAY, SUNDAY) },
    [slotsCall(bruno.id, SATURDAY, SUNDAY)]: async () => {
      await come;
      return { body: on(SATURDAY, SUNDAY) };
    },
  });
  await open(`/booking?providerId=${bruno.id}&at=2026-11-22T13:00:00Z`);
  expect(await screen.findAllByText("Sun 22 Nov, 14:00-15:00")).not.toHaveLength(0);
  vi.setSystemTime(new Date("2026-11-20T23:00:10Z"));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  return give;
}

test("a pickup in two days stays chosen when the day ends", async () => {
  const give = await overMidnight();

  expect(screen.queryByText(/can no longer be booked/)).not.toBeInTheDocument();
  give();

  await waitFor(() => expect(screen.getByRole("radio", { name: "12:00 2 left" })).toBeEnabled());
  expect(hour("14:00")).toBeChecked();
  expect(screen.queryByText(/can no longer be booked/)).not.toBeInTheDocument();
});
