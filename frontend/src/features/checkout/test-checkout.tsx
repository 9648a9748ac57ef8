import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { Link, Route, Routes } from "react-router-dom";
import { expect } from "vitest";

import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import type { Order } from "@/api/types";
import { renderScreen } from "@/test/render";
import { makeOrder, makeProvider, serve, signedIn, type TestServer } from "@/test/server";

import { CheckoutPage } from "./checkout-page";

/** A Friday morning: the time of the checkout's tests. */
export const NOW = new Date("2026-11-20T09:00:00Z");
export const unpaid = makeOrder({
  status: "pending",
  paymentStatus: "unpaid",
  holdExpiresAt: "2026-11-20T09:14:32Z",
  freeCancellationUntil: "2026-11-20T12:00:00Z",
});
/** The next order of the same visit. */
export const nextUnpaid: Order = { ...unpaid, id: "33333333-3333-4333-8333-3333333300ff" };
export const PAGE = `/checkout/${unpaid.id}`;
export const ORDER = `GET /api/orders/${unpaid.id}`;
export const RETURN = `POST /api/orders/${unpaid.id}/payment-return`;

export function serveCheckout(order: Order = unpaid, handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDER]: { body: order },
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2", canSaveCard: true } },
    "GET /api/payment-methods": { body: [] },
    "GET /api/profile/care/question": { body: { isOpen: false } },
    [`GET /api/providers/details/${order.providerId}`]: { body: { ...makeProvider(), acceptsInstantly: true } },
    [RETURN]: { body: makeOrder({ id: order.id }) },
    ...handlers,
  });
}

/** Simulates live events: the order, the saved cards, or the settings are fetched again. */
function LiveStream(): ReactElement {
  const refresh = useRefresh();
  return (
    <>
      <button onClick={() => void refresh(below(keys.order(unpaid.id)))}>News of the order</button>
      <button onClick={() => void refresh(below(keys.paymentMethods))}>News of the cards</button>
      <button onClick={() => void refresh(below(keys.config))}>News of the settings</button>
    </>
  );
}

/** The checkout, with buttons that simulate live events, and a link to the next order. */
export const show = (at = PAGE): ReturnType<typeof renderScreen> =>
  renderScreen(
    <>
      <Routes>
        <Route path="/checkout/:orderId?" element={<CheckoutPage />} />
        <Route path="*" element={<h1>Another page</h1>} />
      </Routes>
      <LiveStream />
      <Link to={`/checkout/${nextUnpaid.id}`}>Next order</Link>
    </>,
    { at },
  );

export async function readyToPay(): Promise<ReturnType<typeof renderScreen>> {
  const view = show();
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
  return view;
}
