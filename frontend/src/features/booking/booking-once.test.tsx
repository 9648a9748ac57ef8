import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Order } from "@/api/types";
import { addressNow, axeViolations, enter } from "@/test/render";
import { makeProvider, never } from "@/test/server";

import { NOW, SLOTS, TODAY, bruno, confirm, open, order, serveBooking, slots, street } from "./test-booking";

const OPEN: Order = { ...order, holdExpiresAt: "2026-11-20T08:45:00Z" };
const CALL = "POST /api/orders";
const READ = `GET /api/orders/${order.id}`;
const serveOnce = (now: Order = OPEN): ReturnType<typeof serveBooking> =>
  serveBooking({ [CALL]: { status: 201, body: OPEN }, [READ]: { body: now } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Places an order, and leaves the checkout by Back. */
async function placeOrder(): Promise<void> {
  const { user, container, unmount } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  unmount();
}

test("confirming the same form again opens the checkout that is open", async () => {
  const server = serveOnce();
  await placeOrder();

  const { user, container } = await open();
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(screen.getByText("Already placed")).toBeVisible();
  expect(server.callsOf(CALL)).toHaveLength(1);
});

test("a second tab with the same form opens it, too", async () => {
  const server = serveOnce();
  await placeOrder();
  window.sessionStorage.clear();

  const { user, container } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf(CALL)).toHaveLength(1);
  expect(window.localStorage.getItem("sent-drafts")).not.toContain("Bahnhofstrasse");
});

test("the hour whose last place the order holds stays chosen", async () => {
  const server = serveOnce();
  await placeOrder();
  server.setHandlers({ [SLOTS]: { body: slots([`${TODAY} 12`]) } });

  const { user, container } = await open();
  expect(screen.getByRole("radio", { name: "12:00 Held for you" })).toBeChecked();
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf(CALL)).toHaveLength(1);
});

test("a form that was changed is another order", async () => {
  const server = serveOnce();
  await placeOrder();

  const { user, container } = await open();
  await user.type(street(), "2");
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  const [first, second] = server.callsOf(CALL).map((call) => call.headers.get("Idempotency-Key"));
  expect(second).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
});

test.each<[string, Order]>([
  ["was cancelled", { ...OPEN, status: "cancelled" }],
  ["was not paid in time", { ...OPEN, holdExpiresAt: "2026-11-20T08:29:00Z" }],
])("whose order %s is placed anew, and that is said", async (_, now) => {
  const server = serveOnce(now);
  await placeOrder();

  const { user, container } = await open();
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(await screen.findByText("Your earlier order was not paid in time, so this is a new one.")).toBeVisible();
  const [first, second] = server.callsOf(CALL).map((call) => call.headers.get("Idempotency-Key"));
  expect(second).not.toBe(first);
});

/** The order that was placed, its hold over by now. */
const LAPSED: Order = { ...OPEN, holdExpiresAt: "2026-11-20T08:29:00Z" };

/** Confirms a form twice whose first response was lost; the second one is the same, of an order that is `now` otherwise. */
async function confirmAfterLoss(
  now: Order,
  lost: Order = LAPSED,
): Promise<{ container: HTMLElement; server: ReturnType<typeof serveBooking> }> {
  let asked = 0;
  const server = serveBooking({
    [CALL]: () =>
      asked++ === 0 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve({ status: 201, body: lost }),
    [READ]: { body: now },
  });
  const { user, container } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  await waitFor(() => expect(server.callsOf(CALL)).toHaveLength(1));
  await confirm(user);
  return { container, server };
}

test.each<[string, Order, Order]>([
  ["was cancelled", { ...LAPSED, status: "cancelled" }, LAPSED],
  ["was cancelled before its time was over", { ...OPEN, status: "cancelled" }, OPEN],
  ["was not paid in time", LAPSED, LAPSED],
])("whose response was lost, and whose order %s meanwhile, is placed anew", async (_, now, lost) => {
  const { container, server } = await confirmAfterLoss(now, lost);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(await screen.findByText("Your earlier order was not paid in time, so this is a new one.")).toBeVisible();
  const [first, again, second] = server.callsOf(CALL).map((call) => call.headers.get("Idempotency-Key"));
  expect(again).toBe(first);
  expect(second).not.toBe(first);
});

test("whose response was lost, and whose order was paid meanwhile, leads to where it is seen", async () => {
  const { container, server } = await confirmAfterLoss({ ...OPEN, status: "confirmed", paymentStatus: "paid" });

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${order.id}`));
  expect(server.callsOf(CALL)).toHaveLength(2);
});

test("whose order was paid in another tab leads to where it is seen", async () => {
  const server = serveOnce({ ...OPEN, status: "confirmed", paymentStatus: "paid" });
  await placeOrder();

  const { user, container } = await open();
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${order.id}`));
  expect(server.callsOf(CALL)).toHaveLength(1);
});

test("an address that is not served comes with providers: one tap, and the form is theirs as it was", async () => {
  const dora = {
    ...makeProvider(),
    id: "55555555-5555-4555-8555-555555555555",
    user: { ...bruno.user, firstName: "Dora", lastName: "K" },
  };
  const message = "Bruno M. does not come to 1204. Please choose somebody who does, or another address.";
  const body = {
    message,
    code: "not_served",
    fields: { pickupAddress: [message], deliveryAddress: [message] },
    providers: [dora],
  };
  serveBooking({
    [CALL]: { status: 400, body },
    [`GET /api/providers/details/${dora.id}`]: { body: { ...bruno, ...dora } },
    [SLOTS.replace(bruno.id, dora.id)]: { body: slots() },
  });
  const { user, container } = await open();
  await enter(user, street(), "Rue du Lac 3");
  await confirm(user);

  const offer = await screen.findByRole("button", { name: /Book with Dora K/ });
  expect(screen.getByLabelText("Postal code")).toHaveAccessibleDescription("Not served");
  expect(await axeViolations(container)).toEqual([]);
  const scroll = vi.spyOn(window, "scrollTo").mockReturnValue();
  await user.click(offer);

  await waitFor(() =>
    expect(addressNow(container)).toBe(`/booking?providerId=${dora.id}&service=standard&like=${bruno.id}`),
  );
  await waitFor(() => expect(street()).toHaveValue("Rue du Lac 3"));
  expect(screen.queryByText(message)).not.toBeInTheDocument();
  expect(scroll).toHaveBeenCalledWith(0, 0);
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("nothing can be changed while the order is sent, as it would not be in it", async () => {
  serveBooking({ [CALL]: never });

  const { user } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  expect(street()).toBeDisabled();
  for (const radio of screen.getAllByRole("radio")) expect(radio).toBeDisabled();
  expect(screen.getByRole("slider")).toBeDisabled();
});
