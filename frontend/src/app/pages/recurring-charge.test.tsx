import { screen, within, type BoundFunctions, type queries } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { booking, chiara, expired, FRIDAY, LIST, ONE, openFor } from "@/test/recurring-page";
import { axeViolations } from "@/test/render";

import { RecurringPage } from "./recurring-page";

const PATCH = `PATCH ${ONE}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openEditDialog(
  handlers: Parameters<typeof openFor>[1],
): Promise<ReturnType<typeof openFor> & { dialog: BoundFunctions<typeof queries> }> {
  const view = openFor(<RecurringPage />, handlers);
  await view.user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit this booking" }));
  await dialog.findByLabelText("Pickup address");
  return { ...view, dialog };
}

const next = (query: string): string => `GET ${ONE}/next-pickup?recurringPattern=weekly&${query}`;
const SATURDAY = next("preferredTime=09%3A00&dayOfWeek=6");
const far = { pickupAt: "2026-11-26T08:00:00Z", chargedAt: "2026-11-24T08:00:00Z", isChargedAtOnce: false };
const near = { pickupAt: "2026-11-21T08:00:00Z", chargedAt: "2026-11-19T08:00:00Z", isChargedAtOnce: true };
const CHARGED = "Charged today CHF 27.50, then two days before each pickup.";

test("a next pickup that is near is charged today, and the button repeats the amount", async () => {
  const { user, server, dialog, container } = await openEditDialog({
    [PATCH]: { body: booking },
    [SATURDAY]: { body: near },
  });
  expect(dialog.queryByText(/^Charged/)).not.toBeInTheDocument();

  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Saturday");
  expect(await dialog.findByText(CHARGED)).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save changes CHF 27.50 today" });
  expect(await axeViolations(container)).toEqual([]);
  await user.click(save);

  await screen.findByText("Booking changed");
  expect(server.callsOf(PATCH)[0]?.body).toEqual({ dayOfWeek: 6, expectedTotal: "27.50", expectedCharge: "27.50" });
});

test("one that is further away says when, and another service charges at another price", async () => {
  const { user, dialog } = await openEditDialog({
    [next("preferredTime=09%3A00&dayOfWeek=4")]: { body: far },
    [SATURDAY]: { body: near },
  });

  await user.click(dialog.getByRole("radio", { name: /Premium care/ }));
  expect(dialog.queryByText(/^Charged/)).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Thursday");
  expect(await dialog.findByText("Charged two days before each pickup, first on Tue 24 Nov.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save changes" })).toHaveTextContent(/^Save changes$/);
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Saturday");
  expect(await dialog.findByRole("button", { name: "Save changes CHF 32.50 today" })).toBeVisible();
});

test("without a valid card a link to pay is announced", async () => {
  const { user, dialog } = await openEditDialog({
    "GET /api/payment-methods": { body: [expired] },
    [SATURDAY]: { body: near },
  });

  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Saturday");
  expect(await dialog.findByText(/we send you a link to pay CHF 27\.50 today/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save changes" })).toHaveTextContent(/^Save changes$/);
});

test("what has come near meanwhile is not charged before it is confirmed with its amount", async () => {
  const message = "By now, CHF 27.50 is due at once. Please confirm again.";
  const refused = { status: 409, body: { message, code: "charged_at_once", chargedAtOnce: "27.50" } };
  const { user, server, dialog } = await openEditDialog({
    [PATCH]: refused,
    [SATURDAY]: { body: { ...near, isChargedAtOnce: false } },
  });
  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Saturday");
  await dialog.findByText(/first on Thu 19 Nov/);
  server.setHandlers({ [SATURDAY]: { body: near } });
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  expect(await dialog.findByRole("alert")).toHaveTextContent(message);
  expect(await dialog.findByText(CHARGED)).toBeVisible();
  server.setHandlers({ [PATCH]: { body: booking } });
  await user.click(dialog.getByRole("button", { name: "Save changes CHF 27.50 today" }));

  await screen.findByText("Booking changed");
  expect(server.callsOf(PATCH).map(({ body }) => body)).toEqual([
    { dayOfWeek: 6, expectedTotal: "27.50", expectedCharge: "0.00" },
    { dayOfWeek: 6, expectedTotal: "27.50", expectedCharge: "27.50" },
  ]);
});

test("a pickup that has waited for its provider is said to be charged with another one", async () => {
  const { user, server } = openFor(<RecurringPage />, {
    [LIST]: { body: [makeRecurring({ providerAvailable: false })] },
    [next("preferredTime=09%3A00&dayOfWeek=1")]: { body: near },
    [PATCH]: { body: booking },
  });
  await user.click(await screen.findByRole("button", { name: "Choose another provider" }));
  expect(await screen.findByText("Charged today CHF 27.50, then two days before each pickup.")).toBeVisible();
  await user.click(await screen.findByRole("radio", { name: /Chiara R\./ }));
  await user.click(screen.getByRole("button", { name: "Use this provider CHF 27.50 today" }));

  expect(await screen.findByText("Provider changed")).toBeVisible();
  expect(server.callsOf(PATCH)[0]?.body).toEqual({ providerId: chiara.id, expectedCharge: "27.50" });
});

test("while the provider takes no bookings, no charge is announced", async () => {
  const { user, server, dialog } = await openEditDialog({
    [LIST]: { body: [makeRecurring({ providerAvailable: false })] },
    [SATURDAY]: { body: near },
    [PATCH]: { body: booking },
  });

  await user.selectOptions(dialog.getByLabelText("Day of the week"), "Saturday");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));

  await screen.findByText("Booking changed");
  expect(server.callsOf(SATURDAY)).toEqual([]);
  expect(server.callsOf(PATCH)[0]?.body).toEqual({ dayOfWeek: 6, expectedTotal: "27.50", expectedCharge: "0.00" });
});

test("another provider is confirmed with the amount of the refusal while the preview fails", async () => {
  const message = "By now, CHF 27.50 is due at once. Please confirm again.";
  const { user, server } = openFor(<RecurringPage />, {
    [LIST]: { body: [makeRecurring({ providerAvailable: false })] },
    [next("preferredTime=09%3A00&dayOfWeek=1")]: { status: 500, body: { message: "Broken.", code: "server_error" } },
    [PATCH]: { status: 409, body: { message, code: "charged_at_once", chargedAtOnce: "27.50" } },
  });
  await user.click(await screen.findByRole("button", { name: "Choose another provider" }));
  await user.click(await screen.findByRole("radio", { name: /Chiara R\./ }));
  await user.click(screen.getByRole("button", { name: "Use this provider" }));

  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText(CHARGED)).toBeVisible();
  expect(screen.getByRole("radio", { name: /Chiara R\./ })).toBeChecked();
  server.setHandlers({ [PATCH]: { body: booking } });
  await user.click(screen.getByRole("button", { name: "Use this provider CHF 27.50 today" }));

  expect(await screen.findByText("Provider changed")).toBeVisible();
  expect(server.callsOf(PATCH).map(({ body }) => body)).toEqual([
    { providerId: chiara.id, expectedCharge: "0.00" },
    { providerId: chiara.id, expectedCharge: "27.50" },
  ]);
});

test("another card is said to be charged for what waits for its payment", async () => {
  const waiting = makeOccurrence("2026-11-21", {
    status: "needs_payment",
    orderId: "order-1",
    chargedWithNewCard: "27.50",
  });
  const { user, server, container } = openFor(<RecurringPage />, {
    [LIST]: { body: [makeRecurring({ occurrences: [waiting, makeOccurrence("2026-11-28")] })] },
    [PATCH]: { body: booking },
  });
  await user.click(await screen.findByRole("button", { name: "Change card" }));

  const dialog = within(screen.getByRole("dialog", { name: "Change card" }));
  expect(await dialog.findByText(/Sat 21 Nov is not paid yet: another card is charged CHF 27\.50/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(await dialog.findByRole("radio", { name: /^Mastercard/ }));
  await user.click(dialog.getByRole("button", { name: "Change card CHF 27.50 today" }));

  await screen.findByText("Card changed");
  expect(server.callsOf(PATCH)[0]?.body).toEqual({ paymentMethodId: "card-2", expectedCharge: "27.50" });
});

test("a booking that an older version has stored offers another card, and charges nothing", async () => {
  const stored = { ...makeOccurrence("2026-11-21"), chargedWithNewCard: undefined };
  const { user, server } = openFor(<RecurringPage />, {
    [LIST]: { body: [{ ...makeRecurring(), occurrences: [stored] }] },
    [PATCH]: { body: booking },
  });
  await user.click(await screen.findByRole("button", { name: "Change card" }));

  const dialog = within(screen.getByRole("dialog", { name: "Change card" }));
  await user.click(await dialog.findByRole("radio", { name: /^Mastercard/ }));
  await user.click(dialog.getByRole("button", { name: "Change card" }));

  await screen.findByText("Card changed");
  expect(server.callsOf(PATCH)[0]?.body).toEqual({ paymentMethodId: "card-2", expectedCharge: "0.00" });
});
