// Moving a pickup to a booked hour, or a recurring booking that begins on one, is asked about once, as in the form.
import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { booking, bruno, FRIDAY, LIST, ONE, openFor } from "@/test/recurring-page";
import { axeViolations, enter } from "@/test/render";
import { makeOrder, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { RecurringPage } from "./recurring-page";
import { TrackingPage } from "./tracking-page";

const EXISTING = "33333333-3333-4333-8333-33333333aaaa";
const message = "You already have a pickup then: with Nora K., Wed 25 Nov, 15:00-16:00.";
const conflict = {
  status: 409,
  body: {
    message,
    code: "pickup_exists",
    existingPickup: {
      orderId: EXISTING,
      recurringBookingId: null,
      providerName: "Nora K.",
      pickupTime: "2026-11-25T14:00:00Z",
    },
  },
};

// Loaded before, as reading them for the first time takes long on a busy machine.
beforeAll(async () => {
  await import("@/features/tracking/reschedule-form");
  await import("@/features/recurring/dialogs/move-form");
  await import("@/features/recurring/form/form-error-notice");
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Expects the question and its way to the other pickup, and returns the button that goes on. */
async function question(container: HTMLElement): Promise<HTMLElement> {
  expect(await screen.findByText(message)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Look at it" })).toHaveAttribute("href", `/tracking/${EXISTING}`);
  expect(await axeViolations(container)).toEqual([]);
  return screen.getByRole("button", { name: "Book it anyway" });
}

const asked = (server: TestServer, call: string): unknown[] =>
  server.callsOf(call).map(({ body }) => (body as { refuseSecondPickup: boolean }).refuseSecondPickup);

test("rescheduling an order to a booked hour", async () => {
  const order = makeOrder({ allowedTransitions: ["cancelled"] });
  const call = `PATCH /api/orders/${order.id}/reschedule`;
  const { user, server, container } = openFor(
    <Routes>
      <Route path="/tracking/:orderId" element={<TrackingPage />} />
    </Routes>,
    {
      [`GET /api/orders/${order.id}`]: { body: order },
      [slotsCall(order.providerId, "2026-11-20", "2026-12-17")]: { body: slotsAt("2026-11-25", "15:00", "16:00") },
      [call]: conflict,
    },
    `/tracking/${order.id}`,
  );
  await user.click(await screen.findByRole("button", { name: "Change pickup time" }));
  const dialog = within(screen.getByRole("dialog", { name: "Change pickup time" }));
  const time = await dialog.findByRole("combobox", { name: "Time" });
  await user.selectOptions(time, "15:00");
  await user.click(dialog.getByRole("button", { name: "Change pickup time" }));
  const anyway = await question(container);

  // Another hour asks nothing of this one.
  await user.selectOptions(time, "16:00");
  expect(screen.queryByRole("button", { name: "Book it anyway" })).not.toBeInTheDocument();
  await user.selectOptions(time, "15:00");
  await user.click(dialog.getByRole("button", { name: "Change pickup time" }));
  expect(anyway).not.toBeVisible();
  server.setHandlers({ [call]: { body: order } });
  await user.click(await question(container));

  expect(await screen.findByText("Pickup time changed")).toBeVisible();
  expect(asked(server, call)).toEqual([true, true, false]);
});

test("moving a pickup of a recurring booking to a booked hour", async () => {
  const call = `POST ${ONE}/occurrences/pickup-2026-11-24/move`;
  const { user, server, container } = openFor(<RecurringPage />, {
    [LIST]: { body: [makeRecurring({ occurrences: [makeOccurrence("2026-11-24")] })] },
    [slotsCall(bruno.id, "2026-11-23", "2026-11-29")]: { body: slotsAt("2026-11-25", "15:00") },
    [call]: conflict,
  });
  await user.click(await screen.findByRole("button", { name: "Move Tue 24 Nov, 09:00" }));
  const dialog = within(screen.getByRole("dialog", { name: "Move this pickup" }));
  await user.click(await dialog.findByRole("button", { name: /^Wednesday 25 November, 15:00/ }));
  await user.click(dialog.getByRole("button", { name: "Move pickup" }));
  const anyway = await question(container);
  server.setHandlers({ [call]: { body: booking } });
  await user.click(anyway);

  expect(await screen.findByText("Pickup moved")).toBeVisible();
  expect(asked(server, call)).toEqual([true, false]);
});

test("a recurring booking that begins at a booked hour, also if its charge is confirmed besides", async () => {
  const call = "POST /api/recurring-bookings";
  const due = { message: "By now, more is due.", code: "charged_at_once", chargedAtOnce: "27.50" };
  const { user, server, container } = openFor(
    <RecurringPage />,
    { [LIST]: { body: [] }, [call]: conflict },
    `/recurring?providerId=${bruno.id}`,
  );
  await enter(user, await screen.findByLabelText("Pickup address"), "Bahnhofstrasse 1, Zurich 8001");
  await user.click(screen.getByRole("button", { name: "Same as pickup" }));
  await user.click(screen.getByRole("button", { name: "Create Recurring Booking" }));
  const anyway = await question(container);
  server.setHandlers({ [call]: { status: 409, body: due } });
  await user.click(anyway);
  server.setHandlers({ [call]: { body: booking } });
  await user.click(await screen.findByRole("button", { name: "Create Recurring Booking CHF 27.50 today" }));

  expect(await screen.findByText("Recurring Booking Created")).toBeVisible();
  expect(asked(server, call)).toEqual([true, false, false]);
});
