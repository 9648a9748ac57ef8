import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { writeStored } from "@/lib/storage";
import { stubStripe } from "@/paying/test-stripe";
import { axeViolations, enter } from "@/test/render";
import { makeCare, makeOrder } from "@/test/server";

import { NOW, ORDER, readyToPay, serveCheckout, unpaid } from "./test-checkout";

const SAVE = "PUT /api/profile/care";
const EDIT = `PATCH /api/orders/${unpaid.id}`;
const QUESTION = "How do you want it washed?";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  writeStored("local", "care-skipped", null);
  stubStripe();
});
afterEach(() => {
  vi.useRealTimers();
  writeStored("local", "care-skipped", null);
});

test("the first order asks once, and the answer goes with it and into the profile", async () => {
  const care = makeCare({ detergent: "usual", temperature: 40, ironing: false, notes: "" });
  const server = serveCheckout(unpaid, { [SAVE]: { body: care }, [EDIT]: { body: { ...unpaid, care } } });
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
  serveCheckout();
  const { user, unmount } = await readyToPay();
  await user.click(await screen.findByRole("button", { name: "Skip" }));
  expect(screen.queryByText(QUESTION)).toBeNull();
  unmount();

  await readyToPay();

  expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test("whoever has a care profile is not asked", async () => {
  serveCheckout(makeOrder({ ...unpaid, care: makeCare() }));
  await readyToPay();

  expect(screen.queryByText(QUESTION)).toBeNull();
});
