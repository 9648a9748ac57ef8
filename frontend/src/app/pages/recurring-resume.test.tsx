import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Occurrence } from "@/api/types";
import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { booking, LIST, ONE, openFor, visa } from "@/test/recurring-page";
import { axeViolations } from "@/test/render";

import { RecurringPage } from "./recurring-page";

const RESUME = `POST ${ONE}/resume`;

beforeEach(() => {
  // Sunday, 09:30 in Zurich: a day before the pickup.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Skipped; placed at once if it comes back from one instant on until an hour before the pickup. */
const skipped = (date: string, placedOnResumeFrom: string | null): Occurrence =>
  makeOccurrence(date, {
    status: "skipped",
    canSkip: false,
    canMove: false,
    placedOnResumeFrom,
    placedOnResumeUntil: placedOnResumeFrom && `${date}T07:00:00Z`,
  });
const near = skipped("2026-11-23", "2026-11-21T08:00:00Z");
const far = skipped("2026-11-30", "2026-11-28T08:00:00Z");

async function pressResume(
  occurrences: Occurrence[],
  handlers: Parameters<typeof openFor>[1] = {},
  cardsAreKnown = true,
  fields: Parameters<typeof makeRecurring>[0] = {},
): Promise<ReturnType<typeof openFor>> {
  const paused = makeRecurring({ pausedUntil: "2026-12-04", occurrences, ...fields });
  const view = openFor(<RecurringPage />, { [LIST]: { body: [paused] }, [RESUME]: { body: booking }, ...handlers });
  if (cardsAreKnown) await screen.findByText(/^(Paid with Visa|We send you a link to pay)/);
  await view.user.click(await screen.findByRole("button", { name: "Resume" }));
  return view;
}

test("what resuming charges at once is named first, by day, time and amount", async () => {
  const { user, server, container } = await pressResume([near, far]);

  const dialog = within(screen.getByRole("dialog", { name: "Resume this booking?" }));
  expect(
    await dialog.findByText("The pickup on Mon 23 Nov, 09:00 is near: it is booked and CHF 27.50 is charged at once."),
  ).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  expect(server.callsOf(RESUME)).toHaveLength(0);

  server.setHandlers({ [LIST]: { body: [booking] } });
  await user.click(dialog.getByRole("button", { name: "Resume CHF 27.50 today" }));

  expect(await screen.findByText("Booking resumed")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(server.callsOf(RESUME).map(({ body }) => body)).toEqual([{ expectedCharge: "27.50" }]);
});

test("without a card a link to pay comes, and the pause can be kept", async () => {
  const { user, server } = await pressResume([near], { "GET /api/payment-methods": { body: [] } });

  const dialog = within(screen.getByRole("dialog", { name: "Resume this booking?" }));
  expect(
    await dialog.findByText(
      "The pickup on Mon 23 Nov, 09:00 is near: it is booked at once, and we send you a link to pay CHF 27.50.",
    ),
  ).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Keep the pause" }));

  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(server.callsOf(RESUME)).toHaveLength(0);
});

test.each([
  ["is further away", far],
  ["was skipped by itself", skipped("2026-11-23", null)],
  ["is too near by now", skipped("2026-11-22", "2026-11-20T08:00:00Z")],
])("nothing is asked about a pickup that %s", async (_, occurrence) => {
  const { server } = await pressResume([occurrence]);

  expect(await screen.findByText("Booking resumed")).toBeVisible();
  expect(server.callsOf(RESUME).map(({ body }) => body)).toEqual([{ expectedCharge: "0.00" }]);
});

test("while the provider takes no bookings, nothing is said to be charged", async () => {
  const { server } = await pressResume([near], {}, true, { providerAvailable: false });

  expect(await screen.findByText("Booking resumed")).toBeVisible();
  expect(server.callsOf(RESUME)).toHaveLength(1);
});

test("while it is not known which card pays, nothing is promised and nothing can be resumed", async () => {
  const failed = { status: 503, body: { message: "Busy.", code: "database_busy" } };
  const { user, server } = await pressResume([near], { "GET /api/payment-methods": failed }, false);

  const dialog = within(screen.getByRole("dialog", { name: "Resume this booking?" }));
  expect(await dialog.findByText("Busy.")).toBeVisible();
  expect(dialog.queryByText(/link to pay|charged/)).not.toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: "Resume" })).not.toBeInTheDocument();

  server.setHandlers({ "GET /api/payment-methods": { body: [visa] } });
  await user.click(dialog.getByRole("button", { name: "Try again" }));

  expect(await dialog.findByText(/CHF 27\.50 is charged at once\.$/)).toBeVisible();
});

test("what failed is said in the dialog, which stays", async () => {
  const failure = { status: 503, body: { message: "Busy.", code: "database_busy" } };
  const { user } = await pressResume([near], { [RESUME]: failure });

  const dialog = within(screen.getByRole("dialog", { name: "Resume this booking?" }));
  await user.click(dialog.getByRole("button", { name: "Resume CHF 27.50 today" }));

  expect(await dialog.findByText("Not resumed")).toBeVisible();
  expect(await dialog.findByText("Busy.")).toBeVisible();
  expect(await dialog.findByText(/CHF 27\.50 is charged at once\.$/)).toBeVisible();
});

test("what has come near meanwhile is not charged before it is confirmed with its amount", async () => {
  const message = "By now, CHF 27.50 is due at once. Please confirm again.";
  const refused = { status: 409, body: { message, code: "charged_at_once", chargedAtOnce: "27.50" } };
  const { user, server } = await pressResume([far], { [RESUME]: refused });

  const dialog = within(await screen.findByRole("dialog", { name: "Resume this booking?" }));
  expect(await dialog.findByText(message)).toBeVisible();
  server.setHandlers({ [RESUME]: { body: booking } });
  await user.click(await dialog.findByRole("button", { name: "Resume CHF 27.50 today" }));

  expect(await screen.findByText("Booking resumed")).toBeVisible();
  const sent = server.callsOf(RESUME).map(({ body }) => body);
  expect(sent).toEqual([{ expectedCharge: "0.00" }, { expectedCharge: "27.50" }]);
});
