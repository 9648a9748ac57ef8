import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { stubStripe } from "@/paying/test-stripe";
import { axeViolations } from "@/test/render";

import { NOW, ORDER, readyToPay, serveCheckout, show, unpaid } from "./test-checkout";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  vi.useRealTimers();
});

test("a cancelled order says why and leads to a new booking", async () => {
  const reason = "The payment was not completed in time.";
  serveCheckout({ ...unpaid, status: "cancelled", cancellationReason: reason });

  const { container } = show();

  expect(await screen.findByText("This order was cancelled")).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByRole("link", { name: "Book again" })).toHaveAttribute(
    "href",
    `/booking?providerId=${unpaid.providerId}&again=${unpaid.id}`,
  );
  expect(await axeViolations(container)).toEqual([]);
});

test("a hold that has run out is said, with what to do, and the order is asked for again", async () => {
  stubStripe();
  const server = serveCheckout({ ...unpaid, holdExpiresAt: "2026-11-20T08:59:59Z" });

  const { container } = show();

  expect(await screen.findByText("Your place is no longer held")).toBeVisible();
  expect(screen.getByRole("link", { name: "Book again" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  await waitFor(() => expect(server.callsOf(ORDER).length).toBeGreaterThan(1));
  expect(server.callsOf("POST /api/create-payment-intent")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("the time that is left runs down to the end of the hold", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  stubStripe();
  serveCheckout();
  show();
  await screen.findByText(/Your place is held for 14:[0-3]\d/);

  await act(() => vi.advanceTimersByTimeAsync(14 * 60_000));
  expect(screen.getByText(/Your place is held for 0:[0-3]\d/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(33_000));

  expect(await screen.findByText("Your place is no longer held")).toBeVisible();
});

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

test.each([16 * MINUTE_MS, -16 * MINUTE_MS, DAY_MS, -DAY_MS])(
  "a phone whose clock is %d ms off can pay, and counts as the server does",
  async (off) => {
    vi.setSystemTime(NOW.getTime() + off);
    stubStripe();
    serveCheckout(unpaid, {
      [ORDER]: () => ({ body: unpaid, headers: { "Server-Time": new Date(Date.now() - off).toISOString() } }),
    });

    await readyToPay();

    expect(screen.getByText(/Your place is held for 14:3[0-2]/)).toBeVisible();
    expect(screen.getByText("Today, 14:00-15:00")).toBeVisible();
  },
);

test("a hold that the server still keeps goes on, whatever the phone's clock is set to meanwhile", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  stubStripe();
  let serverTime = NOW.getTime();
  const server = serveCheckout(unpaid, {
    [ORDER]: () => ({ body: unpaid, headers: { "Server-Time": new Date(serverTime).toISOString() } }),
  });
  await readyToPay();
  const asked = server.callsOf(ORDER).length;

  serverTime += MINUTE_MS;
  vi.setSystemTime(NOW.getTime() + DAY_MS);
  await act(() => vi.advanceTimersByTimeAsync(1500));

  await waitFor(() => expect(server.callsOf(ORDER).length).toBeGreaterThan(asked));
  expect(await screen.findByText(/Your place is held for 13:[23]\d/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
});

test("where the server cannot be asked nobody is told that the reservation is gone", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  stubStripe();
  const server = serveCheckout();
  await readyToPay();

  server.setHandlers({ [ORDER]: { status: 503, body: "" } });
  await act(() => vi.advanceTimersByTimeAsync(15 * MINUTE_MS));
  expect(screen.getByText("Your place is held for 0:00")).toBeVisible();
  expect(screen.queryByText("Your place is no longer held")).not.toBeInTheDocument();
  server.setHandlers({ [ORDER]: { body: unpaid } });
  await act(() => vi.advanceTimersByTimeAsync(6000));

  expect(await screen.findByText("Your place is no longer held")).toBeVisible();
});

test("a hold of many hours names its end", async () => {
  stubStripe();
  serveCheckout({ ...unpaid, holdExpiresAt: "2026-11-20T17:00:00Z" });

  await readyToPay();

  expect(screen.getByText("Your place is held until today, 18:00")).toBeVisible();
});
