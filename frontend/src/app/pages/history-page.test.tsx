import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";

import { switchLanguage } from "@/i18n/i18n";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";

import { HistoryPage } from "./history-page";

const ORDERS = `GET /api/orders/customer/${alice.id}`;
const hour = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString();

const inProgress = makeOrder({
  id: "00000000-0000-4000-8000-0000aaaa0001",
  status: "washing",
  receiptNumber: "R-2026-000003",
  createdAt: hour(2),
});
const unrated = makeOrder({
  receiptNumber: "R-2026-000002",
  creditNotes: [
    { position: 1, number: "C-2026-000001" },
    { position: 2, number: "C-2026-000003" },
  ],
  refundedAmount: "12.00",
  id: "00000000-0000-4000-8000-0000aaaa0002",
  status: "completed",
  reviewable: true,
  createdAt: hour(50),
});
const rated = makeOrder({
  id: "00000000-0000-4000-8000-0000aaaa0003",
  status: "completed",
  rating: 4,
  createdAt: hour(80),
});
const unpaid = makeOrder({
  id: "00000000-0000-4000-8000-0000aaaa0004",
  status: "pending",
  paymentStatus: "unpaid",
  createdAt: hour(0.1),
});
const cancelled = makeOrder({
  id: "00000000-0000-4000-8000-0000aaaa0005",
  status: "cancelled",
  cancellationReason: "You cancelled this order.",
  refundedAmount: "27.50",
});

function cardOf(number: string): HTMLElement {
  const item = screen.getByRole("heading", { name: `Order ${number}` }).closest("li");
  if (item === null) throw new Error(`no card for ${number}`);
  return item;
}

test("shows number, badge, age and what can be done with each order", async () => {
  serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDERS]: { body: [unpaid, inProgress, cancelled, unrated, rated] },
  });
  const { container } = renderScreen(<HistoryPage />, { at: "/history" });

  await screen.findByRole("heading", { name: "Order aaaa0001" });
  const washing = within(cardOf("aaaa0001"));
  expect(washing.getByText("In Progress")).toBeVisible();
  expect(washing.getByText("2 hours ago")).toBeVisible();
  expect(washing.getByText(/^\d\d:\d\d-\d\d:\d\d$/)).toHaveClass("whitespace-nowrap");
  expect(cardOf("aaaa0001")).toHaveTextContent(/Pickup .*, \d\d:\d\d-\d\d:\d\d/);
  expect(washing.getByRole("link", { name: "Track Order" })).toHaveAttribute("href", `/tracking/${inProgress.id}`);
  expect(washing.getByRole("link", { name: "Receipt of order aaaa0001" })).toBeVisible();
  const done = within(cardOf("aaaa0002"));
  expect(done.getByText("Completed")).toBeVisible();
  expect(done.queryByText(/ago/)).not.toBeInTheDocument();
  expect(done.getByRole("button", { name: "Rate Service" })).toBeVisible();
  expect(done.getByRole("link", { name: "Reorder" })).toHaveAttribute(
    "href",
    `/booking?providerId=${unrated.providerId}&again=${unrated.id}`,
  );
  expect(done.getByRole("link", { name: "Receipt of order aaaa0002" })).toHaveAttribute(
    "href",
    `/api/orders/${unrated.id}/receipt.pdf`,
  );
  expect(done.getByRole("link", { name: "Credit note C-2026-000001" })).toHaveAttribute(
    "href",
    `/api/orders/${unrated.id}/credit-note-1.pdf`,
  );
  expect(await screen.findByRole("link", { name: "Receipts of 2026 (ZIP)" })).toHaveAttribute(
    "href",
    "/api/receipts/2026.zip",
  );
  expect(within(cardOf("aaaa0004")).queryByRole("link", { name: /Receipt/ })).not.toBeInTheDocument();
  expect(within(cardOf("aaaa0003")).queryByRole("button", { name: "Rate Service" })).not.toBeInTheDocument();
  const unpaidCard = within(cardOf("aaaa0004"));
  expect(unpaidCard.getByText("Waiting for payment")).toBeVisible();
  expect(unpaidCard.getByRole("link", { name: "Pay now" })).toHaveAttribute("href", `/checkout/${unpaid.id}`);
  expect(cardOf("aaaa0002")).toHaveTextContent("CHF 12.00 refunded.");
  expect(cardOf("aaaa0002")).toHaveTextContent("Credit note 1Credit note 2");
  expect(cardOf("aaaa0005")).toHaveTextContent("You cancelled this order. CHF 27.50 refunded.");
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["en", "pending"],
  ["de", "Wartet auf Bestätigung"],
] as const)("an order that waits for its provider has a badge in words of %s", async (language, badge) => {
  await switchLanguage(language);
  onTestFinished(() => switchLanguage("en"));
  const waits = makeOrder({ status: "pending", paymentStatus: "paid", needsProviderAnswer: true });
  serve({ "GET /api/auth/session": { body: signedIn }, [ORDERS]: { body: [waits] } });
  renderScreen(<HistoryPage />, { at: "/history" });

  expect(await screen.findByText(badge)).toBeVisible();
});

test("while the receipts of a year are still being made the page says so, and stays", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDERS]: { body: [unrated] },
    "HEAD /api/receipts/2026.zip": { status: 202, body: {}, headers: { "Retry-After": "30" } },
  });
  const { user, container } = renderScreen(<HistoryPage />, { at: "/history" });
  const pressed = vi.fn<(event: MouseEvent) => void>();
  const watching = new AbortController();
  onTestFinished(() => watching.abort());
  document.addEventListener("click", pressed, { signal: watching.signal });

  await user.click(await screen.findByRole("link", { name: "Receipts of 2026 (ZIP)" }));

  expect(await screen.findByText("Preparing...")).toBeVisible();
  expect(pressed.mock.calls[0]?.[0].defaultPrevented).toBe(true);
  expect(server.callsOf("HEAD /api/receipts/2026.zip")).toHaveLength(1);
  expect(await axeViolations(container)).toEqual([]);
});

test("of several that wait for payment one alone is the button in the accent", async () => {
  const unpaidOrders = [1, 2, 3].map((number) =>
    makeOrder({ ...unpaid, id: `00000000-0000-4000-8000-0000bbbb000${number}` }),
  );
  serve({ "GET /api/auth/session": { body: signedIn }, [ORDERS]: { body: [inProgress, ...unpaidOrders] } });
  renderScreen(<HistoryPage />, { at: "/history" });

  const pays = await screen.findAllByRole("link", { name: "Pay now" });

  expect(pays.map((link) => link.className.includes("bg-accent"))).toEqual([true, false, false]);
  expect(pays.map((link) => link.getAttribute("href"))).toEqual(unpaidOrders.map(({ id }) => `/checkout/${id}`));
});

test("keeps cancelled and unpaid orders under All only", async () => {
  serve({ "GET /api/auth/session": { body: signedIn }, [ORDERS]: { body: [unpaid, inProgress, cancelled, unrated] } });
  const { user } = renderScreen(<HistoryPage />, { at: "/history" });

  await user.click(await screen.findByRole("tab", { name: "Completed" }));
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "Order aaaa0002",
  ]);

  await user.click(screen.getByRole("tab", { name: "In Progress" }));
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "Order aaaa0001",
  ]);
});

test("rates an order, and shows the rating", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDERS]: { body: [unrated] },
    "POST /api/reviews": { status: 201, body: {} },
  });
  const { user } = renderScreen(<HistoryPage />, { at: "/history" });

  await user.click(await screen.findByRole("button", { name: "Rate Service" }));
  const dialog = within(screen.getByRole("dialog", { name: "Rate Bruno" }));
  expect(dialog.getByRole("button", { name: "Submit Rating" })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "Submit Rating" })).toHaveAccessibleDescription(
    "Please select a star rating before submitting.",
  );
  await user.click(dialog.getByRole("radio", { name: "4 of 5 stars, Very Good" }));
  await enter(user, dialog.getByRole("textbox", { name: "Comment (optional)" }), "  Spotless.  ");
  server.setHandlers({ [ORDERS]: { body: [{ ...unrated, rating: 4, reviewable: false }] } });
  await user.click(dialog.getByRole("button", { name: "Submit Rating" }));

  expect(await screen.findByText("Thank you for rating your service provider!")).toBeVisible();
  expect(server.callsOf("POST /api/reviews").map((call) => call.body)).toEqual([
    { orderId: unrated.id, rating: 4, comment: "Spotless." },
  ]);
  expect(await screen.findByRole("img", { name: "4 of 5 stars" })).toBeVisible();
});

test("keeps what was typed when a rating fails, and sends it with the same key", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDERS]: { body: [unrated] },
    "POST /api/reviews": { status: 500, body: "broken" },
  });
  const { user } = renderScreen(<HistoryPage />, { at: "/history" });

  await user.click(await screen.findByRole("button", { name: "Rate Service" }));
  await user.click(screen.getByRole("radio", { name: "5 of 5 stars, Excellent" }));
  await user.click(screen.getByRole("button", { name: "Submit Rating" }));
  expect(
    await within(screen.getByRole("dialog")).findByText("Failed to submit review. Please try again."),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Submit Rating" }));

  const keys = server.callsOf("POST /api/reviews").map((call) => call.headers.get("Idempotency-Key"));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("an account without orders is led to its first booking", async () => {
  serve({ "GET /api/auth/session": { body: signedIn }, [ORDERS]: { body: [] } });
  const { container } = renderScreen(<HistoryPage />, { at: "/history" });

  expect(await screen.findByText("No orders found")).toBeVisible();
  expect(screen.getByRole("link", { name: "Book Your First Service" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("a visitor sees labelled samples and can sign in", async () => {
  serve();
  renderScreen(<HistoryPage />, { at: "/history" });

  expect(await screen.findByText("Sample order")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2Fhistory");
  expect(screen.queryByRole("link", { name: "Track Order" })).not.toBeInTheDocument();
});

test.each([
  ["06:20", "yesterday, 16:00-17:00", "Mon 16 Nov, 16:00-17:00"],
  ["14:37", "today, 11:00-12:00", "Tue 17 Nov, 13:00-14:00"],
  ["23:50", "today, 16:00-17:00", "Tue 17 Nov, 16:00-17:00"],
])("samples have been picked up in hours at which one can book: at %s", async (time, washing, done) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-11-20T${time}:00+01:00`) });
  onTestFinished(() => void vi.useRealTimers());
  serve();
  renderScreen(<HistoryPage />, { at: "/history" });

  await screen.findByText("Sample order");
  expect(cardOf("a1b2c3d4")).toHaveTextContent(`Pickup ${washing}`);
  expect(cardOf("e5f6a7b8")).toHaveTextContent(`Pickup ${done}`);
});

test("offers another try when the orders cannot be loaded", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDERS]: { status: 503, body: { message: "Busy.", code: "database_busy" } },
  });
  const { user } = renderScreen(<HistoryPage />, { at: "/history" });

  expect(await screen.findByText("Busy.")).toBeVisible();
  server.setHandlers({ [ORDERS]: { body: [rated] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { name: "Order aaaa0003" })).toBeVisible();
});

test("the chosen tab stands in the address, and a link shows it", async () => {
  serve({ "GET /api/auth/session": { body: signedIn }, [ORDERS]: { body: [rated] } });
  const { user, container } = renderScreen(<HistoryPage />, { at: "/history?tab=completed" });
  expect(await screen.findByRole("tab", { name: "Completed", selected: true })).toBeVisible();

  await user.click(screen.getByRole("tab", { name: "In Progress" }));
  await waitFor(() => expect(addressNow(container)).toBe("/history?tab=inProgress"));
  await user.click(screen.getByRole("tab", { name: "All" }));

  await waitFor(() => expect(addressNow(container)).toBe("/history"));
});
