import { screen } from "@testing-library/react";

import type { Order, Week } from "@/api/types";

import { alice, makeOrder, signedIn } from "./server";

export const bruno = { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } };
export const week: Week = {
  providerId: "p1",
  isPaused: false,
  pausedUntil: null,
  mayResume: false,
  pausedForCover: false,
  certificateWaits: false,
  windows: [
    {
      id: 1,
      providerId: "p1",
      dayOfWeek: 1,
      startTime: "09:00",
      endTime: "12:00",
      slotMinutes: 60,
      maxBookings: 3,
    },
  ],
  affected: [],
};
/** Bruno, a provider, is signed in. */
export const session = { "GET /api/auth/session": { body: bruno }, "GET /api/provider/week": { body: week } };
export const customer = { id: alice.id, firstName: "Alice", lastName: "Meier", phone: "+41 79 000 00 00" };
export const job = makeOrder({ customer, allowedTransitions: ["pickup"], specialInstructions: "Ring twice" });
export const asked: Order = {
  ...job,
  status: "pending",
  needsProviderAnswer: true,
  allowedTransitions: ["confirmed", "cancelled"],
};
export const later = makeOrder({
  id: "66666666-6666-4666-8666-66666666beef",
  customer,
  pickupTime: "2026-11-21T13:00:00Z",
  status: "washing",
  allowedTransitions: ["delivery"],
});
/** The labels of the orange buttons. */
export const orange = (): string[] =>
  screen
    .getAllByRole("button")
    .filter((button) => button.className.includes("bg-accent"))
    .map((button) => button.textContent);
