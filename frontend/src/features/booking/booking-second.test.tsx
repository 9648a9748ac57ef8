import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Order } from "@/api/types";
import { addressNow, axeViolations, enter } from "@/test/render";
import type { Call } from "@/test/server";

import { NOW, confirm, open, order, serveBooking, street } from "./test-booking";

const CALL = "POST /api/orders";
const EXISTING = "33333333-3333-4333-8333-33333333aaaa";
const message = "You already have a pickup then: with Nora K., Fri 20 Nov, 12:00-13:00.";
const conflict = {
  status: 409,
  body: {
    message,
    code: "pickup_exists",
    existingPickup: {
      orderId: EXISTING,
      recurringBookingId: null,
      providerName: "Nora K.",
      pickupTime: "2026-11-20T11:00:00Z",
    },
  },
};

// Loaded before, as reading it for the first time takes long on a busy machine.
beforeAll(async () => {
  await import("./form-extras");
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  window.sessionStorage.clear();
  window.localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

test("an hour that is booked already is asked about once, and booked if both are wanted", async () => {
  let answers = 0;
  const server = serveBooking({
    [CALL]: () => {
      answers += 1;
      return answers === 1 ? conflict : { status: 201, body: order };
    },
  });
  const { user, container } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  expect(await screen.findByText(message)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Look at it" })).toHaveAttribute("href", `/tracking/${EXISTING}`);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Book it anyway" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf(CALL).map(({ body }) => body)).toMatchObject([
    { refuseSecondPickup: true },
    { refuseSecondPickup: false },
  ]);
});

test("a pickup that a recurring booking plans is asked about as well, and seen there", async () => {
  const existingPickup = { ...conflict.body.existingPickup, orderId: null, recurringBookingId: EXISTING };
  serveBooking({ [CALL]: { status: 409, body: { ...conflict.body, existingPickup } } });
  const { user } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  expect(await screen.findByText(message)).toBeVisible();
  expect(await screen.findByRole("link", { name: "Look at it" })).toHaveAttribute("href", "/recurring");
});

type Reply = { status?: number; body?: unknown };
const orderAt = (number: number): Order => ({
  ...order,
  id: `33333333-3333-4333-8333-${String(number).padStart(12, "0")}`,
  holdExpiresAt: "2026-11-20T08:45:00Z",
});

/** A server that places orders, one for each key, and refuses a second pickup if asked to; `booked` is there already. */
function takeOrders(booked: string[] = []): { handler: (call: Call) => Reply; placed: string[]; loseNext: () => void } {
  const answered = new Map<string, { body: string; reply: Reply }>();
  const placed = [...booked];
  let isLost = false;
  const reply = ({ headers, body }: Call): Reply => {
    const key = headers.get("Idempotency-Key") ?? "";
    const known = answered.get(key);
    if (known !== undefined && known.body !== JSON.stringify(body))
      return { status: 422, body: { message: "Used for another request.", code: "idempotency_key_reused" } };
    if (known !== undefined) return known.reply;
    const existingPickup = { ...conflict.body.existingPickup, orderId: placed[0] };
    if (placed.length > 0 && (body as { refuseSecondPickup: boolean }).refuseSecondPickup)
      return { status: 409, body: { ...conflict.body, existingPickup } };
    const made = { status: 201, body: orderAt(placed.length) };
    placed.push(made.body.id);
    answered.set(key, { body: JSON.stringify(body), reply: made });
    return made;
  };
  return {
    handler: (call) => {
      const given = reply(call);
      if (!isLost || given.status !== 201) return given;
      isLost = false;
      throw new TypeError("Failed to fetch");
    },
    placed,
    loseNext: () => void (isLost = true),
  };
}

test("what was wanted besides is the same order after a lost answer and a reload", async () => {
  const { handler, placed, loseNext } = takeOrders([EXISTING]);
  serveBooking({ [CALL]: handler, [`GET /api/orders/${orderAt(1).id}`]: { body: orderAt(1) } });
  const first = await open();
  await enter(first.user, street(), "Bahnhofstrasse 1");
  await confirm(first.user);
  loseNext();
  await first.user.click(await screen.findByRole("button", { name: "Book it anyway" }));
  expect(await screen.findAllByText(/^No connection to Suuber/)).not.toHaveLength(0);
  first.unmount();

  const { user, container } = await open();
  await confirm(user);
  await user.click(await screen.findByRole("button", { name: "Book it anyway" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${orderAt(1).id}`));
  expect(placed).toEqual([EXISTING, orderAt(1).id]);
});

/** Opens the form again after its order was placed, changes the address and confirms it. */
async function changeAfter({ handler }: ReturnType<typeof takeOrders>, now: Order): ReturnType<typeof open> {
  serveBooking({
    [CALL]: handler,
    [`GET /api/orders/${now.id}`]: { body: now },
    [`GET /api/orders/${orderAt(1).id}`]: { body: orderAt(1) },
  });
  const first = await open();
  await enter(first.user, street(), "Bahnhofstrasse 1");
  await confirm(first.user);
  await waitFor(() => expect(addressNow(first.container)).toBe(`/checkout/${now.id}`));
  first.unmount();
  const second = await open();
  await second.user.type(street(), "2");
  return second;
}

test("a changed form is no second pickup beside its own order, also if the answer is lost", async () => {
  const orders = takeOrders();
  const { user, container } = await changeAfter(orders, orderAt(0));
  orders.loseNext();
  await confirm(user);
  expect(await screen.findAllByText(/^No connection to Suuber/)).not.toHaveLength(0);

  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${orderAt(1).id}`));
  expect(orders.placed).toEqual([orderAt(0).id, orderAt(1).id]);
});

test("it is one beside an order that is paid meanwhile", async () => {
  const orders = takeOrders();
  const { user } = await changeAfter(orders, { ...orderAt(0), status: "confirmed", paymentStatus: "paid" });

  await confirm(user);

  expect(await screen.findByRole("button", { name: "Book it anyway" })).toBeVisible();
  expect(orders.placed).toEqual([orderAt(0).id]);
});
