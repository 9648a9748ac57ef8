import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Order } from "@/api/types";
import { enter, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { TrackingPage } from "./tracking-page";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T09:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The order was completed three days ago by the provider's phone. */
function show(fields: Partial<Order>): { server: TestServer; view: ReturnType<typeof renderScreen> } {
  const order = makeOrder({
    status: "completed",
    timeline: [{ status: "completed", at: "2026-11-21T09:00:00Z" }],
    ...fields,
  });
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${order.id}`]: { body: order },
    [`GET /api/orders/customer/${alice.id}`]: { body: [order] },
    [`GET /api/orders/${order.id}/claims`]: { body: { reportableUntil: fields.claimsUntil ?? null, claims: [] } },
  });
  const view = renderScreen(
    <Routes>
      <Route path="/tracking/:orderId" element={<TrackingPage />} />
    </Routes>,
    { at: `/tracking/${order.id}` },
  );
  return { server, view };
}

test("damage can be reported for as long as the server takes a report", async () => {
  // The phone had no connection: its step reached the server just now.
  show({ claimsUntil: "2026-11-25T09:00:00Z" });

  expect(await screen.findByRole("button", { name: "Report damage" })).toBeVisible();
});

test("once the time for it is over nothing is asked about damage", async () => {
  const { server } = show({ claimsUntil: "2026-11-24T08:59:59Z" });

  expect(await screen.findByRole("heading", { name: "Progress" })).toBeVisible();
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(2));
  expect(screen.queryByRole("button", { name: "Report damage" })).not.toBeInTheDocument();
  expect(server.calls.some(({ path }) => path.endsWith("/claims"))).toBe(false);
});

/** Moves the clock past the end, which the page notices as it is looked at again. */
function endTheTime(): void {
  vi.setSystemTime(new Date("2026-11-24T09:30:01Z"));
  fireEvent(document, new Event("visibilitychange"));
}

test("a report that is being written as the time for it ends stays, and says what the server says", async () => {
  const { server, view } = show({ claimsUntil: "2026-11-24T09:30:00Z" });
  await view.user.click(await screen.findByRole("button", { name: "Report damage" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  const field = dialog.getByLabelText(/^What happened/);
  await enter(view.user, field, "A red stain.");

  endTheTime();
  expect(field).toBeVisible();
  expect(field).toHaveValue("A red stain.");
  const body = { message: "Damage can be reported within 24 hours.", code: "claim_window_over" };
  server.setHandlers({ [`POST /api/orders/${makeOrder().id}/claims`]: { status: 409, body } });
  await view.user.click(dialog.getByRole("button", { name: "Send report" }));

  expect(await dialog.findByText("Damage can be reported within 24 hours.")).toBeVisible();
  expect(field).toHaveValue("A red stain.");
  await view.user.click(dialog.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: "Report damage" })).not.toBeInTheDocument();
});

test("once the time for it ends on the open page, nothing offers a report", async () => {
  show({ claimsUntil: "2026-11-24T09:30:00Z" });
  expect(await screen.findByRole("button", { name: "Report damage" })).toBeVisible();

  endTheTime();

  expect(screen.queryByRole("button", { name: "Report damage" })).not.toBeInTheDocument();
});
