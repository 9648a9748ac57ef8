import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { addressNow, axeViolations, enter } from "@/test/render";

import { NOW, confirm, open, order, serveBooking, street } from "./test-booking";

const CALL = "POST /api/orders";
const EXISTING = "33333333-3333-4333-8333-33333333aaaa";
const message = "You already have a pickup then: with Nora K., Fri 20 Nov, 12:00-13:00.";
const conflict = {
  status: 409,
  body: {
    message,
    code: "pickup_exists",
    existingPickup: { orderId: EXISTING, providerName: "Nora K.", pickupTime: "2026-11-20T11:00:00Z" },
  },
};

// Loaded before, as reading it for the first time takes long on a busy machine.
beforeAll(async () => {
  await import("./second-pickup");
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
