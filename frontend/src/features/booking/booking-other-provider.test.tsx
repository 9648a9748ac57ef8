import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addressNow, axeViolations, enter } from "@/test/render";
import { makeDetails, makeProvider, makeSuggestion, visitor } from "@/test/server";

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
  serveBooking,
  slots,
  street,
} from "./test-booking";

const DORA = makeDetails({
  id: "44444444-4444-4444-8444-444444444444",
  user: { firstName: "Dora", lastName: "S", profileImageUrl: null },
});
const WITH_DORA = `/booking?providerId=${DORA.id}`;
const handlers = {
  [`GET /api/providers/details/${DORA.id}`]: { body: DORA },
  [`GET /api/time-slots?providerId=${DORA.id}&startDate=${TODAY}&endDate=${TOMORROW}`]: { body: slots() },
};
const isFull = { [SLOTS]: { body: slots().map((each) => ({ ...each, isAvailable: false, currentBookings: 3 })) } };

beforeEach(() => {
  window.sessionStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test("who has no free hour leads to others, and what was filled in goes on with whoever is chosen", async () => {
  serveBooking({ ...handlers, ...isFull });
  const first = await open();
  await first.user.click(screen.getByRole("radio", { name: /Premium care/ }));
  fireEvent.change(screen.getByRole("slider"), { target: { value: "12.5" } });
  await enter(first.user, street(), "Rue du Lac 3");
  await first.user.click(screen.getByRole("link", { name: "Choose another provider" }));
  const chosen = addressNow(first.container);
  expect(chosen).toBe(`/booking?service=premium&like=${bruno.id}`);
  expect(screen.getByText("Whom to choose")).toBeVisible();
  first.unmount();

  await open(`${WITH_DORA}&service=premium&like=${bruno.id}`);

  expect(screen.getByRole("radio", { name: /Premium care/ })).toBeChecked();
  expect(screen.getByRole("slider")).toHaveValue("12.5");
  expect(street()).toHaveValue("Rue du Lac 3");
});

test("a time of one's own goes along, too, and what was changed since is taken over anew", async () => {
  serveBooking(handlers);
  const first = await open();
  await enter(first.user, street(), "Rue du Lac 3");
  await first.user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await first.user.click(hour("16:00"));
  first.unmount();

  const second = await open(`${WITH_DORA}&like=${bruno.id}`);
  expect(hour("16:00")).toBeChecked();
  await second.user.clear(street());
  await enter(second.user, street(), "Langstrasse 5");
  second.unmount();

  const reopened = await open(`${WITH_DORA}&like=${bruno.id}`);
  expect(street()).toHaveValue("Langstrasse 5");
  reopened.unmount();

  const third = await open();
  await third.user.clear(street());
  await enter(third.user, street(), "Rue du Lac 4");
  third.unmount();
  await open(`${WITH_DORA}&like=${bruno.id}`);
  expect(street()).toHaveValue("Rue du Lac 4");
});

test.each(["", "&like=../../admin", `&like=${bruno.id}`])(
  "without a form to go on with the other one begins as ever (%s)",
  async (query) => {
    serveBooking(handlers);

    await open(`${WITH_DORA}${query}`);

    expect(street()).toHaveValue("");
    expect(screen.getByRole("radio", { name: /Standard/ })).toBeChecked();
  },
);

test("another service that is chosen on the way counts", async () => {
  serveBooking(handlers);
  const first = await open();
  await enter(first.user, street(), "Rue du Lac 3");
  first.unmount();

  await open(`${WITH_DORA}&service=ironing&like=${bruno.id}`);

  expect(screen.getByRole("radio", { name: /Ironing/ })).toBeChecked();
  expect(street()).toHaveValue("Rue du Lac 3");
});

test("an order that came to nothing is the same booking with somebody else, at its hour", async () => {
  const suggestion = makeSuggestion({
    serviceType: "premium",
    weight: "12.0",
    pickupAddress: "Rue du Lac 3, Genève 1201",
    specialInstructions: "Ring twice",
    pickupTime: "2026-11-27T09:00:00Z",
  });
  serveBooking({ ...handlers, [`GET /api/orders/${suggestion.orderId}/again`]: { body: suggestion } });

  await open(`${WITH_DORA}&service=premium&again=${suggestion.orderId}&at=2026-11-21T15:00:00Z`);

  expect(street()).toHaveValue("Rue du Lac 3");
  expect(screen.getByLabelText("Postal code")).toHaveValue("1201");
  expect(screen.getByRole("slider")).toHaveValue("12");
  expect(screen.getByLabelText("Note for your provider")).toHaveValue("Ring twice");
  expect(hour("16:00")).toBeChecked();
});

test("an order that is repeated with its own provider is filled in whole, at the next such hour", async () => {
  const suggestion = makeSuggestion({ pickupAddress: "Rue du Lac 3, Genève 1201", pickupTime: "2026-11-21T15:00:00Z" });
  serveBooking({ [`GET /api/orders/${suggestion.orderId}/again`]: { body: suggestion } });

  await open(`${PAGE}&again=${suggestion.orderId}`);

  expect(street()).toHaveValue("Rue du Lac 3");
  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeChecked();
  expect(hour("16:00")).toBeChecked();
});

test("the provider's name leads to their page, from where the wish goes on", async () => {
  serveBooking();
  const { user, container } = await open(`${PAGE}&service=premium`);

  await user.click(screen.getByRole("link", { name: "Bruno K." }));

  expect(addressNow(container)).toBe(`/providers/${bruno.id}?service=premium`);
});

test("who does not come to the address is said before anybody signs in, with providers who do", async () => {
  const far = { ...bruno, distanceKm: 221.4 };
  const server = serveBooking({
    ...handlers,
    "GET /api/auth/session": { body: visitor },
    [`GET /api/providers/details/${bruno.id}?from=1204`]: { body: far },
    "GET /api/providers/1204": { body: [{ ...makeProvider(), id: DORA.id, user: DORA.user }] },
  });
  const { user, container } = await open();
  await enter(user, street(), "Rue du Lac 3");
  await user.clear(screen.getByLabelText("Postal code"));
  await user.type(screen.getByLabelText("Postal code"), "1204");

  expect(await screen.findByText("Bruno K. does not come to 1204. These neighbors do:")).toBeVisible();
  await confirm(user);
  expect(screen.getByLabelText("Postal code")).toHaveAccessibleDescription("Not served");
  await waitFor(() => expect(screen.getByLabelText("Postal code")).toHaveFocus());
  expect(screen.queryByText("Who are you?")).not.toBeInTheDocument();
  expect(server.callsOf("POST /api/orders")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: /Book with Dora S/ }));
  await waitFor(() =>
    expect(addressNow(container)).toBe(`/booking?providerId=${DORA.id}&service=standard&like=${bruno.id}`),
  );
  await waitFor(() => expect(street()).toHaveValue("Rue du Lac 3"));
});

test.each(["provider_not_available", "not_served"])(
  "refused for the provider's sake (%s), the notice leads to others",
  async (code) => {
    serveBooking({ "POST /api/orders": { status: 409, body: { message: "Not with Bruno.", code } } });
    const { user } = await open();
    await enter(user, street(), "Rue du Lac 3");

    await confirm(user);

    expect(await screen.findByRole("link", { name: "Choose another provider" })).toHaveAttribute(
      "href",
      `/booking?service=standard&like=${bruno.id}`,
    );
  },
);
