import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { stubStripe } from "@/paying/test-stripe";
import { axeViolations, enter } from "@/test/render";
import { makeCare, makeOrder } from "@/test/server";

import { NOW, ORDER, readyToPay, serveCheckout, unpaid } from "./test-checkout";

const SAVE = "PUT /api/profile/care";
const READ = "GET /api/profile/care/question";
const SKIP = "DELETE /api/profile/care/question";
const OPEN = { [READ]: { body: { isOpen: true } } };
const CLOSED = { [READ]: { body: { isOpen: false } } };
const EDIT = `PATCH /api/orders/${unpaid.id}`;
const QUESTION = "How do you want it washed?";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  stubStripe();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first order asks once, and the answer goes with it and into the profile", async () => {
  const care = makeCare({ detergent: "usual", temperature: 40, ironing: false, notes: "" });
  const server = serveCheckout(unpaid, { ...OPEN, [SAVE]: { body: care }, [EDIT]: { body: { ...unpaid, care } } });
  const { user, container } = await readyToPay();

  await user.click(await screen.findByRole("button", { name: "Say how" }));
  await enter(user, await screen.findByLabelText(/^Allergies/), "Lavender");
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({ [ORDER]: { body: { ...unpaid, care } } });
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Your care profile is saved")).toBeVisible();
  expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([care]);
  expect(server.callsOf(EDIT).map(({ body }) => body)).toEqual([{ care }]);
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});

test("paying does not wait for it, and who skips it is not asked again", async () => {
  const server = serveCheckout(unpaid, { ...OPEN, [SKIP]: { status: 204 } });
  const { user } = await readyToPay();
  const skip = await screen.findByRole("button", { name: "Skip" });
  server.setHandlers(CLOSED);

  await user.click(skip);

  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(server.callsOf(SKIP)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
});

test("a skip that does not arrive is said, and the question stays", async () => {
  serveCheckout(unpaid, { ...OPEN, [SKIP]: () => Promise.reject(new TypeError("Failed to fetch")) });
  const { user } = await readyToPay();

  await user.click(await screen.findByRole("button", { name: "Skip" }));

  expect(await screen.findByText(/^No connection/)).toBeVisible();
  expect(screen.getByText(QUESTION)).toBeVisible();
});

test("whoever skipped it elsewhere, or has paid an order before, is not asked", async () => {
  const server = serveCheckout(unpaid, CLOSED);
  await readyToPay();

  await waitFor(() => expect(server.callsOf(READ)).not.toHaveLength(0));
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test("an order with care asks for none", async () => {
  const server = serveCheckout(makeOrder({ ...unpaid, care: makeCare() }), OPEN);
  await readyToPay();

  expect(screen.queryByText(QUESTION)).toBeNull();
  expect(server.callsOf(READ)).toEqual([]);
});
