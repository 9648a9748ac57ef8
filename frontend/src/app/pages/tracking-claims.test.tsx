import { screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Order } from "@/api/types";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { TrackingPage } from "./tracking-page";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T09:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The order was completed three days ago by the provider's phone. */
function show(fields: Partial<Order>): TestServer {
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
  renderScreen(
    <Routes>
      <Route path="/tracking/:orderId" element={<TrackingPage />} />
    </Routes>,
    { at: `/tracking/${order.id}` },
  );
  return server;
}

test("damage can be reported for as long as the server takes a report", async () => {
  // The phone had no connection: its step reached the server just now.
  show({ claimsUntil: "2026-11-25T09:00:00Z" });

  expect(await screen.findByRole("button", { name: "Report damage" })).toBeVisible();
});

test("once the time for it is over nothing is asked about damage", async () => {
  const server = show({ claimsUntil: "2026-11-24T08:59:59Z" });

  expect(await screen.findByRole("heading", { name: "Progress" })).toBeVisible();
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(2));
  expect(screen.queryByRole("button", { name: "Report damage" })).not.toBeInTheDocument();
  expect(server.calls.some(({ path }) => path.endsWith("/claims"))).toBe(false);
});
