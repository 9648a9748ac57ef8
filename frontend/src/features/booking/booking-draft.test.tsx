import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { settlePayment } from "@/api/payments/use-payment";
import type { ProviderDetails } from "@/api/types";
import { draftName, saveDraft } from "@/lib/drafts";
import { addressNow, axeViolations, enter } from "@/test/render";
import { alice, config, makeOrder, signedIn, visitor } from "@/test/server";

import {
  NOW,
  PAGE,
  SLOTS,
  TODAY,
  TOMORROW,
  bruno,
  confirm,
  hour,
  open,
  order,
  serveBooking,
  show,
  slots,
  street,
} from "./test-booking";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a visitor signs in, and what was filled in is ordered as it was", async () => {
  const server = serveBooking({
    "GET /api/auth/session": { body: { authenticated: false, user: null, csrfToken: "t", eventsCursor: "" } },
  });
  const first = await open(`${PAGE}&service=ironing`);
  await first.user.click(screen.getByRole("radio", { name: /Premium care/ }));
  fireEvent.change(screen.getByRole("slider"), { target: { value: "10.5" } });
  await enter(first.user, street(), "Rue du Lac 3");
  fireEvent.change(screen.getByLabelText("City"), { target: { value: "Genève" } });
  fireEvent.change(screen.getByLabelText("Postal code"), { target: { value: "1201" } });
  await first.user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await first.user.click(hour("16:00"));
  await first.user.click(await screen.findByRole("button", { name: "Add a note for your provider" }));
  await enter(first.user, screen.getByLabelText("Note for your provider"), "Third floor");
  await confirm(first.user);

  expect(screen.getByRole("dialog")).toBeVisible();
  expect(server.callsOf("POST /api/orders")).toEqual([]);
  first.unmount();

  const signedInServer = serveBooking();
  const { container } = show(`${PAGE}&service=ironing`);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(signedInServer.callsOf("POST /api/orders").map(({ body }) => body)).toEqual([
    {
      customerId: alice.id,
      providerId: bruno.id,
      serviceType: "premium",
      weight: "10.5",
      pickupAddress: "Rue du Lac 3, Genève 1201",
      deliveryAddress: "Rue du Lac 3, Genève 1201",
      pickupTime: "2026-11-21T15:00:00.000Z",
      specialInstructions: "Third floor",
      expectedTotal: "34.25",
      refuseSecondPickup: true,
    },
  ]);
});

async function fillIn({ user }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await user.click(screen.getByRole("radio", { name: /Premium care/ }));
  await enter(user, street(), "Bahnhofstrasse 1");
  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await user.click(hour("16:00"));
}

test("a reload finds the form as it was", async () => {
  serveBooking();
  const first = await open();
  await fillIn(first);
  first.unmount();

  await open();

  expect(screen.getByRole("radio", { name: /Premium care/ })).toBeChecked();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeChecked();
  expect(hour("16:00")).toBeChecked();
  expect(screen.queryByText(/can no longer be booked/)).not.toBeInTheDocument();
});

test("the way back from the checkout leads to the form as it was, until the order is paid", async () => {
  const server = serveBooking({
    [`POST /api/orders/${order.id}/payment-return`]: { body: makeOrder({ id: order.id }) },
  });
  const first = await open();
  await fillIn(first);
  await confirm(first.user);
  await waitFor(() => expect(addressNow(first.container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
  first.unmount();

  const second = await open();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
  second.unmount();

  await settlePayment(order.id);
  await open();
  expect(street()).toHaveValue("");
  expect(screen.getByRole("radio", { name: /Standard wash and fold/ })).toBeChecked();
});

test.each(["another order", "the same order, after the form was changed"])(
  "with the payment of %s the form stays",
  async (which) => {
    const paid = makeOrder({ id: order.id });
    const other = makeOrder({ id: "33333333-3333-4333-8333-3333333300ff" });
    serveBooking({
      [`POST /api/orders/${order.id}/payment-return`]: { body: paid },
      [`POST /api/orders/${other.id}/payment-return`]: { body: other },
    });
    const first = await open();
    await fillIn(first);
    await confirm(first.user);
    await waitFor(() => expect(addressNow(first.container)).toBe(`/checkout/${order.id}`));
    first.unmount();

    if (which === "another order") await settlePayment(other.id);
    else {
      const second = await open();
      await enter(second.user, street(), " c/o Meier");
      second.unmount();
      await settlePayment(order.id);
    }

    await open();
    expect(street()).toHaveValue(which === "another order" ? "Bahnhofstrasse 1" : "Bahnhofstrasse 1 c/o Meier");
  },
);

test("the form of a paid order goes, also if confirming it again had failed", async () => {
  const server = serveBooking({
    [`GET /api/orders/${order.id}`]: { status: 500, body: "" },
    [`POST /api/orders/${order.id}/payment-return`]: { body: makeOrder({ id: order.id }) },
  });
  const first = await open();
  await fillIn(first);
  await confirm(first.user);
  await waitFor(() => expect(addressNow(first.container)).toBe(`/checkout/${order.id}`));
  first.unmount();
  const second = await open();
  await confirm(second.user);
  await waitFor(() => expect(server.callsOf(`GET /api/orders/${order.id}`)).toHaveLength(1));
  second.unmount();

  await settlePayment(order.id);

  await open();
  expect(street()).toHaveValue("");
});

test("an order that ended unpaid leaves the form as it was", async () => {
  serveBooking({
    [`POST /api/orders/${order.id}/payment-return`]: {
      body: { ...order, status: "cancelled", paymentStatus: "unpaid" },
    },
  });
  const first = await open();
  await fillIn(first);
  await confirm(first.user);
  await waitFor(() => expect(addressNow(first.container)).toBe(`/checkout/${order.id}`));
  first.unmount();

  await settlePayment(order.id);

  await open();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
});

test("another service in the address wins over the one that was saved", async () => {
  serveBooking();
  const first = await open(`${PAGE}&service=ironing`);
  await fillIn(first);
  first.unmount();

  const second = await open(`${PAGE}&service=ironing`);
  expect(screen.getByRole("radio", { name: /Premium care/ })).toBeChecked();
  second.unmount();

  await open(`${PAGE}&service=standard`);
  expect(screen.getByRole("radio", { name: /Standard wash and fold/ })).toBeChecked();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
});

test("each provider has a form of their own", async () => {
  const dora: ProviderDetails = { ...bruno, id: "55555555-5555-4555-8555-555555555555" };
  serveBooking({
    [`GET /api/providers/details/${dora.id}`]: { body: dora },
    [SLOTS.replace(bruno.id, dora.id)]: { body: slots() },
  });
  const first = await open();
  await fillIn(first);
  first.unmount();

  const second = await open(`/booking?providerId=${dora.id}`);
  expect(street()).toHaveValue("");
  await enter(second.user, street(), "Langstrasse 2");
  second.unmount();

  await open();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
});

test.each([
  ["another account", { ...signedIn, user: { ...alice, id: "66666666-6666-4666-8666-666666666666" } }],
  ["a visitor", visitor],
])("what an account has filled in is not shown to %s", async (_, session) => {
  serveBooking();
  const first = await open();
  await fillIn(first);
  first.unmount();

  serveBooking({ "GET /api/auth/session": { body: session } });
  await open();

  expect(street()).toHaveValue("");
});

test("a kept hour that is taken by now is replaced as for a fresh form, and that is said", async () => {
  const server = serveBooking();
  const first = await open();
  await fillIn(first);
  first.unmount();

  server.setHandlers({ [SLOTS]: { body: slots([`${TOMORROW} 16`]) } });
  const { user, container } = await open();

  expect(
    screen.getByText("Tomorrow, 16:00-17:00 can no longer be booked. We have chosen the next free time for you."),
  ).toBeVisible();
  expect(screen.getByRole("radio", { name: /^Today/ })).toBeChecked();
  expect(hour("12:00")).toBeChecked();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
  expect(await axeViolations(container)).toEqual([]);

  await user.click(hour("13:00"));
  expect(screen.queryByText(/can no longer be booked/)).not.toBeInTheDocument();
});

test("a kept hour that is past by now is replaced, too", async () => {
  serveBooking();
  const first = await open();
  await first.user.click(hour("10:00"));
  first.unmount();

  vi.setSystemTime("2026-11-20T09:30:00Z");
  await open();

  expect(
    screen.getByText("Today, 10:00-11:00 can no longer be booked. We have chosen the next free time for you."),
  ).toBeVisible();
  expect(hour("12:00")).toBeChecked();
});

test("with nothing else free the sentence asks for another time", async () => {
  const server = serveBooking();
  const first = await open();
  await fillIn(first);
  first.unmount();

  server.setHandlers({ [SLOTS]: { body: [] } });
  await open();

  expect(screen.getByText("Tomorrow, 16:00-17:00 can no longer be booked. Please choose another time.")).toBeVisible();
});

test("an hour that the form itself had chosen gives way without a word", async () => {
  const server = serveBooking();
  const first = await open();
  await enter(first.user, street(), "Bahnhofstrasse 1");
  first.unmount();

  server.setHandlers({ [SLOTS]: { body: slots([`${TODAY} 12`]) } });
  await open();

  expect(hour("13:00")).toBeChecked();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
  expect(screen.queryByText(/can no longer be booked/)).not.toBeInTheDocument();
});

test.each([
  { pickup: { date: "2026-99-99", time: "09:00" } },
  { pickup: { date: "2026-11-20", time: "29:00" } },
  { weight: "a lot" },
  { weight: "" },
  { weight: "-3" },
  { addOns: 7 },
  { addOns: ["express"] },
  { addOns: { express: "many" } },
  { addOns: { express: -1, silk: 1.5 } },
  { addOns: null },
])("a form of which one thing is damaged opens, and can be filled in: %j", async (damage) => {
  const complete = {
    serviceType: "standard",
    weight: "10.0",
    street: "Limmatquai 12",
    city: "Zurich",
    postalCode: "8001",
    pickup: null,
    isOwnTime: true,
    note: "",
    addOns: {},
    keepsAddress: false,
  };
  saveDraft(draftName.booking(bruno.id), null, { service: null, prefill: null, draft: { ...complete, ...damage } });
  serveBooking();

  await open();

  expect(street()).toBeEnabled();
  expect(screen.queryByText(/NaN/)).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Confirm Booking" })).toBeVisible();
});

test.each([{ draft: { street: 1 } }, "nonsense", null])("a damaged form is none: %j", async (value) => {
  saveDraft(draftName.booking(bruno.id), null, value);
  serveBooking();

  await open();

  expect(street()).toHaveValue("");
});

const at = (standard: string): Parameters<typeof serveBooking>[0] => ({
  "GET /api/config": {
    body: { ...config, prices: { ...config.prices, services: { ...config.prices.services, standard } } },
  },
});

test("a draft that costs something else by now says so once, with both amounts, until something is chosen", async () => {
  serveBooking();
  const first = await open();
  await enter(first.user, street(), "Bahnhofstrasse 1");
  first.unmount();

  const server = serveBooking(at("28.00"));
  const { user, container } = await open();
  const said = await screen.findByText(
    "The price has changed since you were last here: CHF 30.50 instead of CHF 27.50.",
  );
  expect(said.closest("[role=status]")).not.toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("radio", { name: /Premium care/ }));
  expect(said).not.toBeInTheDocument();
  expect(server.callsOf("POST /api/orders")).toEqual([]);
});

test("a draft that costs the same says nothing of its price, nor does another service", async () => {
  serveBooking();
  const first = await open();
  await enter(first.user, street(), "Bahnhofstrasse 1");
  first.unmount();

  serveBooking();
  const second = await open();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
  second.unmount();
  await open(`${PAGE}&service=premium`);
  expect(screen.queryByText(/The price has changed/)).not.toBeInTheDocument();
});

test("what was confirmed before the sign-in at another price is not sent by itself", async () => {
  serveBooking({ "GET /api/auth/session": { body: visitor } });
  const first = await open();
  await enter(first.user, street(), "Bahnhofstrasse 1");
  await confirm(first.user);
  first.unmount();

  const server = serveBooking(at("28.00"));
  const { user } = await open();
  expect(await screen.findByText(/CHF 30\.50 instead of CHF 27\.50/)).toBeVisible();
  expect(server.callsOf("POST /api/orders")).toEqual([]);
  await confirm(user);
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ expectedTotal: "30.50" });
});
