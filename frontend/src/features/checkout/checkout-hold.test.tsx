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
    `/booking?providerId=${unpaid.providerId}&service=standard`,
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
  await screen.findByText(/Your place is held for 14:3[12]/);

  await act(() => vi.advanceTimersByTimeAsync(14 * 60_000));
  expect(screen.getByText(/Your place is held for 0:3[0-2]/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(33_000));

  expect(screen.getByText("Your place is no longer held")).toBeVisible();
});

test("a hold of many hours names its end", async () => {
  stubStripe();
  serveCheckout({ ...unpaid, holdExpiresAt: "2026-11-20T17:00:00Z" });

  await readyToPay();

  expect(screen.getByText("Your place is held until Today, 18:00")).toBeVisible();
});
