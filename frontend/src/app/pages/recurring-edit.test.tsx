import { act, screen, waitFor, within, type BoundFunctions, type queries } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { below } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { booking, FRIDAY, home, LIST, ONE, openFor } from "@/test/recurring-page";
import { axeViolations, enter } from "@/test/render";
import { never } from "@/test/server";

import { RecurringPage } from "./recurring-page";

const PATCH = `PATCH ${ONE}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Simulates a live event: fetches the bookings again. */
function LiveStream(): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(below("/api/recurring-bookings"))}>News</button>;
}

async function openEditDialog(
  handlers: Parameters<typeof openFor>[1] = {},
  beside: ReactNode = null,
): Promise<ReturnType<typeof openFor> & { dialog: BoundFunctions<typeof queries> }> {
  const page = (
    <>
      <RecurringPage />
      {beside}
    </>
  );
  const view = openFor(page, handlers);
  await view.user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = screen.getByRole("dialog", { name: "Edit this booking" });
  await within(dialog).findByLabelText("Pickup address");
  return { ...view, dialog: within(dialog) };
}

test("starts with the booking as it is, and saves nothing that did not change", async () => {
  const { dialog, container } = await openEditDialog();

  expect(dialog.getByRole("radio", { name: "Weekly" })).toBeChecked();
  expect(dialog.getByLabelText("Day of the week")).toHaveDisplayValue("Monday");
  expect(dialog.getByLabelText("Preferred time")).toHaveDisplayValue("09:00");
  expect(dialog.getByRole("radio", { name: /Standard wash and fold/ })).toBeChecked();
  expect(dialog.getByLabelText("Weight of each pickup")).toHaveDisplayValue("10 kg");
  expect(dialog.getByLabelText("Pickup address")).toHaveValue("Bahnhofstrasse 1, Zurich 8001");
  expect(dialog.getByText("Next pickup to be booked: Mon 23 Nov, 09:00.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save changes" })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "Save changes" })).toHaveAccessibleDescription("Nothing is changed yet.");
  expect(await axeViolations(container)).toEqual([]);
});

test("sends what changed, says when the next pickup is, and shows the booking anew", async () => {
  const changed = makeRecurring({
    dayOfWeek: 4,
    preferredTime: "11:00",
    serviceType: "premium",
    occurrences: [makeOccurrence("2026-11-26", { time: "11:00" })],
  });
  const { user, server, dialog } = await openEditDialog({
    [PATCH]: { body: changed },
    "GET /api/addresses": { body: [home] },
  });

  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Thursday");
  expect(dialog.getByText("Next pickup to be booked: Thu 26 Nov, 09:00.")).toBeVisible();
  await user.selectOptions(dialog.getByLabelText("Preferred time"), "11:00");
  expect(dialog.getByText("Every Thursday at 11:00")).toBeVisible();
  expect(dialog.getByText("Next pickup to be booked: Thu 26 Nov, 11:00.")).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: /Ironing only/ }));
  expect(dialog.getByLabelText("Pieces of each pickup")).toHaveDisplayValue("Up to 10 pieces");
  await user.click(dialog.getByRole("radio", { name: /Premium care/ }));
  expect(dialog.getAllByText("CHF 32.50")).not.toHaveLength(0);
  await user.click(await dialog.findByRole("button", { name: /^Home/ }));
  await enter(user, dialog.getByLabelText("Note for your provider (Optional)"), "Ring twice ");
  server.setHandlers({ [LIST]: { body: [changed] } });
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  expect(await screen.findByText("Booking changed")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Every Thursday at 11:00" })).toBeVisible();
  expect(server.callsOf(PATCH).map(({ body }) => body)).toEqual([
    {
      dayOfWeek: 4,
      preferredTime: "11:00",
      serviceType: "premium",
      pickupAddress: "Limmatquai 12, Zurich 8001",
      deliveryAddress: "Limmatquai 12, Zurich 8001",
      specialInstructions: "Ring twice",
      expectedTotal: "32.50",
      expectedCharge: "0.00",
    },
  ]);
});

test("what another device has changed meanwhile is filled in, and not written back", async () => {
  const { user, server, dialog } = await openEditDialog({ [PATCH]: { body: booking } }, <LiveStream />);
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Thursday");
  const address = dialog.getByLabelText("Pickup address");
  await user.type(address, "x{Backspace}");

  server.setHandlers({ [LIST]: { body: [makeRecurring({ specialInstructions: "Ring twice" })] } });
  act(() => screen.getByText("News").click());

  expect(await screen.findByDisplayValue("Ring twice")).toBeVisible();
  expect(address).toHaveFocus();
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await waitFor(() =>
    expect(server.callsOf(PATCH).map(({ body }) => body)).toEqual([
      { dayOfWeek: 4, expectedTotal: "27.50", expectedCharge: "0.00" },
    ]),
  );
});

test("while it is saved nothing can be changed, which would be lost", async () => {
  const { user, dialog } = await openEditDialog({ [PATCH]: never });
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Thursday");

  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  for (const name of [
    "Day of the week",
    "Weight of each pickup",
    "Pickup address",
    "Note for your provider (Optional)",
  ])
    expect(dialog.getByLabelText(name)).toBeDisabled();
  for (const name of ["Monthly", /Premium care/]) expect(dialog.getByRole("radio", { name })).toBeDisabled();
});

test("weeks become months with a day of the month alone", async () => {
  const { user, server, dialog } = await openEditDialog({ [PATCH]: { body: booking } });

  await user.click(dialog.getByRole("radio", { name: "Monthly" }));
  await user.selectOptions(dialog.getByLabelText("Day of the month"), "28");
  expect(dialog.getByText("Next pickup to be booked: Sat 28 Nov, 09:00.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  await screen.findByText("Booking changed");
  expect(server.callsOf(PATCH)[0]?.body).toEqual({
    recurringPattern: "monthly",
    dayOfWeek: null,
    dayOfMonth: 28,
    expectedTotal: "27.50",
    expectedCharge: "0.00",
  });
});

test("what is booked stays, and its date is not booked twice", async () => {
  const booked = makeRecurring({
    occurrences: [
      makeOccurrence("2026-11-23", { status: "paid", orderId: "order-1" }),
      makeOccurrence("2026-11-30"),
      makeOccurrence("2026-12-07"),
    ],
  });
  const { user, dialog } = await openEditDialog({ [LIST]: { body: [booked] } });

  expect(
    dialog.getByText("Next pickup to be booked: Mon 30 Nov, 09:00. Pickups that are booked already stay as they are."),
  ).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: "Bi-weekly" }));
  expect(dialog.getByText(/^Next pickup to be booked: Mon 7 Dec, 09:00\./)).toBeVisible();
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Tuesday");
  expect(dialog.getByText(/^Next pickup to be booked: Tue 24 Nov, 09:00\./)).toBeVisible();
});

test("while it is paused the next pickup is the first one after the pause", async () => {
  const paused = makeRecurring({
    pausedUntil: "2026-12-05",
    nextBookingDate: "2026-12-07",
    occurrences: [
      makeOccurrence("2026-11-23", { status: "skipped" }),
      makeOccurrence("2026-11-30", { status: "skipped" }),
    ],
  });
  const { user, dialog } = await openEditDialog({ [LIST]: { body: [paused] } });

  await user.selectOptions(dialog.getByLabelText("Preferred time"), "17:00");
  expect(dialog.getByText("Next pickup to be booked: Mon 7 Dec, 17:00.")).toBeVisible();
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Friday");
  expect(dialog.getByText("Next pickup to be booked: Fri 11 Dec, 17:00.")).toBeVisible();
});

test("without an address it asks for both, at the field", async () => {
  const { user, server, dialog } = await openEditDialog({ [PATCH]: { body: booking } });

  await user.clear(dialog.getByLabelText("Delivery address"));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  expect(await screen.findByText("Please provide both pickup and delivery addresses.")).toBeVisible();
  await waitFor(() => expect(dialog.getByLabelText("Delivery address")).toHaveFocus());
  expect(dialog.getByLabelText("Delivery address")).toBeInvalid();
  expect(server.callsOf(PATCH)).toEqual([]);
});

test("an error is told in the server's words, and the dialog stays as filled in", async () => {
  const message = "Bruno K. does not work every Sunday at 09:00. Please choose another day or time.";
  const { user, dialog } = await openEditDialog({
    [PATCH]: { status: 409, body: { message, code: "provider_does_not_work" } },
  });

  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Sunday");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  expect(await dialog.findByRole("alert")).toHaveTextContent(message);
  expect(dialog.getByLabelText("Day of the week")).toHaveDisplayValue("Sunday");
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Tuesday");
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
});

test("another price is no error: both are named where it is saved, until something changes", async () => {
  const price = { serviceAmount: "30.50", platformFee: "2.50", totalAmount: "33.00" };
  const { user, dialog } = await openEditDialog({
    [PATCH]: { status: 409, body: { message: "", code: "price_changed", price } },
  });

  await user.click(dialog.getByRole("radio", { name: /Premium care/ }));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  expect(await dialog.findByRole("alert")).toHaveTextContent(
    "The price has changed since you looked. It is now CHF 33.00 instead of CHF 32.50. Please confirm again.",
  );
  await user.click(dialog.getByRole("radio", { name: /Ironing only/ }));
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
});

test("what has ended cannot be edited", async () => {
  openFor(<RecurringPage />, {
    [LIST]: { body: [makeRecurring({ isActive: false, nextBookingDate: null, occurrences: [] })] },
  });

  await screen.findByText("Inactive");
  expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
});

test("add-ons are changed at today's price, and none is express", async () => {
  const { user, server, dialog } = await openEditDialog({ [PATCH]: { body: booking } });

  await user.click(await dialog.findByRole("button", { name: "Choose add-ons: delicate, dry cleaning" }));
  expect(dialog.queryByRole("checkbox", { name: /Express/ })).toBeNull();
  await user.click(dialog.getByRole("checkbox", { name: "Delicate items, +CHF 5.00" }));
  expect(dialog.getAllByText("CHF 32.50")).not.toHaveLength(0);
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  await screen.findByText("Booking changed");
  expect(server.callsOf(PATCH)[0]?.body).toEqual({
    addOns: [{ id: "delicate", quantity: 1 }],
    expectedTotal: "32.50",
  });
});
