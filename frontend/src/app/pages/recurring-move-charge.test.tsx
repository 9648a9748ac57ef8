import { screen, within, type BoundFunctions, type queries } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Occurrence } from "@/api/types";
import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { booking, bruno, expired, FRIDAY, LIST, ONE, openFor } from "@/test/recurring-page";
import { axeViolations } from "@/test/render";
import { never } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { RecurringPage } from "./recurring-page";

const MOVE = `POST ${ONE}/occurrences/pickup-2026-11-24/move`;
const NEAR = { date: "2026-11-21", time: "15:00" };
const CHARGED = "The pickup on Sat 21 Nov, 15:00 is near: it is booked and CHF 27.50 is charged at once.";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens the dialog that moves the pickup of Tuesday, and chooses an hour of the week before. */
async function chooseHour(
  hour: RegExp,
  handlers: Parameters<typeof openFor>[1] = {},
  fields: Partial<Occurrence> = {},
): Promise<ReturnType<typeof openFor> & { dialog: BoundFunctions<typeof queries> }> {
  const view = openFor(<RecurringPage />, {
    [LIST]: { body: [makeRecurring({ occurrences: [makeOccurrence("2026-11-24", fields)] })] },
    [slotsCall(bruno.id, "2026-11-23", "2026-11-29")]: { body: slotsAt("2026-11-25", "15:00") },
    [slotsCall(bruno.id, "2026-11-16", "2026-11-22")]: {
      body: [...slotsAt("2026-11-21", "15:00"), ...slotsAt("2026-11-22", "15:00")],
    },
    [MOVE]: { body: booking },
    ...handlers,
  });
  await view.user.click(await screen.findByRole("button", { name: "Move Tue 24 Nov, 09:00" }));
  const dialog = within(screen.getByRole("dialog", { name: "Move this pickup" }));
  await view.user.click(await dialog.findByRole("button", { name: "Previous week" }));
  await view.user.click(await dialog.findByRole("button", { name: hour }));
  return { ...view, dialog };
}

test("a time within 48 hours is charged at once, and the button says so", async () => {
  const { user, server, dialog, container } = await chooseHour(/^Saturday 21 November, 15:00/);

  expect(await dialog.findByText(CHARGED)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Move pickup CHF 27.50 today" }));

  await screen.findByText("Pickup moved");
  expect(server.callsOf(MOVE)[0]?.body).toEqual({ ...NEAR, expectedCharge: "27.50", refuseSecondPickup: true });
});

test("without a valid card a link to pay is announced", async () => {
  const { dialog } = await chooseHour(/^Saturday 21 November, 15:00/, {
    "GET /api/payment-methods": { body: [expired] },
  });

  expect(
    await dialog.findByText(/^The pickup on Sat 21 Nov, 15:00 .* we send you a link to pay CHF 27\.50/),
  ).toBeVisible();
  expect(dialog.getByRole("button", { name: "Move pickup" })).toHaveTextContent(/^Move pickup$/);
});

test("an order that is placed already is charged nothing more", async () => {
  const { dialog } = await chooseHour(/^Saturday 21 November, 15:00/, {}, { status: "placed", orderId: "order-1" });

  expect(dialog.queryByText(/charged/)).not.toBeInTheDocument();
  expect(dialog.getByRole("button", { name: "Move pickup" })).toHaveTextContent(/^Move pickup$/);
});

test("what has come near meanwhile is not charged before it is confirmed with its amount", async () => {
  const message = "By now, CHF 27.50 is due at once. Please confirm again.";
  const refused = { status: 409, body: { message, code: "charged_at_once", chargedAtOnce: "27.50" } };
  const { user, server, dialog } = await chooseHour(/^Sunday 22 November, 15:00/, { [MOVE]: refused });
  await user.click(dialog.getByRole("button", { name: "Move pickup" }));

  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByText(/^The pickup on Sun 22 Nov, 15:00 is near/)).toBeVisible();
  server.setHandlers({ [MOVE]: { body: booking } });
  await user.click(dialog.getByRole("button", { name: "Move pickup CHF 27.50 today" }));

  await screen.findByText("Pickup moved");
  expect(server.callsOf(MOVE).map(({ body }) => body)).toEqual([
    { date: "2026-11-22", time: "15:00", expectedCharge: "0.00", refuseSecondPickup: true },
    { date: "2026-11-22", time: "15:00", expectedCharge: "27.50", refuseSecondPickup: true },
  ]);
});

test("no other time can be chosen while this one is sent", async () => {
  const { user, dialog } = await chooseHour(/^Saturday 21 November, 15:00/, { [MOVE]: never });

  await user.click(dialog.getByRole("button", { name: "Move pickup CHF 27.50 today" }));

  expect(dialog.getByRole("button", { name: /^Sunday 22 November, 15:00/ })).toBeDisabled();
});
