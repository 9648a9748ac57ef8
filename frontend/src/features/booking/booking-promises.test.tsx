import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Address, ListedProvider, ProviderDetails } from "@/api/types";
import { addressNow, axeViolations, enter } from "@/test/render";
import { alice, makeProvider, signedIn } from "@/test/server";

import {
  NOW,
  PAGE,
  SLOTS,
  TODAY,
  amountOf,
  bruno,
  confirm,
  hour,
  open,
  order,
  serveBooking,
  street,
} from "./test-booking";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const home: Address = {
  id: "a-1",
  label: "Home",
  street: "Langstrasse 2",
  city: "Zurich",
  postalCode: "8004",
  isDefault: true,
};
const work: Address = { ...home, id: "a-2", label: "Office", street: "Seeweg 1", isDefault: false };
const manualProvider: ProviderDetails = { ...bruno, acceptsInstantly: false };

test("every service says when it is back, and the bar says it for the chosen one", async () => {
  serveBooking();
  const { user } = await open();

  // Picked up today at noon: 72 hours later is Monday, 48 hours Sunday.
  expect(screen.getByRole("radio", { name: /Standard wash and fold.*Back by Mon 23 Nov/ })).toBeChecked();
  expect(screen.getByRole("radio", { name: /Premium care.*Back by Sun 22 Nov/ })).toBeVisible();
  expect(screen.getByRole("radio", { name: /Ironing only.*Back by Sun 22 Nov/ })).toBeVisible();
  expect(screen.getByText("Pickup today, 12:00-13:00")).toBeVisible();
  const bar = screen.getByRole("button", { name: "Confirm Booking" }).parentElement ?? document.body;
  expect(within(bar).getByText("Today, 12:00-13:00")).toBeInTheDocument();
  expect(within(bar).getByText("Back by Mon 23 Nov")).toBeInTheDocument();

  await user.click(screen.getByRole("radio", { name: /Premium care/ }));
  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));

  expect(within(bar).getByText("Tomorrow, 12:00-13:00")).toBeInTheDocument();
  expect(within(bar).getByText("Back by Mon 23 Nov")).toBeInTheDocument();
});

test("a pickup is an hour, however long its slot is, in the form and in its bar alike", async () => {
  const noon = { id: "noon", date: TODAY, slotType: "same_day", isAvailable: true, maxBookings: 3, currentBookings: 1 };
  serveBooking({ [SLOTS]: { body: [{ ...noon, startTime: "10:00", endTime: "14:00" }] } });
  await open();

  expect(screen.getByText("Pickup today, 12:00-13:00")).toBeVisible();
  const bar = screen.getByRole("button", { name: "Confirm Booking" }).parentElement ?? document.body;
  expect(within(bar).getByText("Today, 12:00-13:00")).toBeInTheDocument();
});

test("a time within a slot is shown, and sent, as the hour that would be booked", async () => {
  const server = serveBooking();
  const { user } = await open(`${PAGE}&at=2026-11-21T08:30:00Z`);

  expect(await screen.findByText("Pickup tomorrow, 09:00-10:00")).toBeVisible();
  expect(hour("09:00")).toBeChecked();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-21T08:00:00.000Z" });
});

test("while the street is missing the button says why, and the way to the field", async () => {
  serveBooking();
  const { user, container } = await open();
  const button = screen.getByRole("button", { name: "Confirm Booking" });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription("Add your street to continue");

  await user.click(screen.getByRole("button", { name: "Add your street to continue" }));
  expect(street()).toHaveFocus();
  expect(await axeViolations(container)).toEqual([]);

  await user.keyboard("Bahnhofstrasse 1");
  expect(button).toBeEnabled();
  expect(button).not.toHaveAccessibleDescription();
  expect(screen.queryByText("Add your street to continue")).not.toBeInTheDocument();
});

test("the account's default address is chosen already", async () => {
  serveBooking({ "GET /api/addresses": { body: [work, home] } });
  await open();

  expect(street()).toHaveValue("Langstrasse 2");
  expect(screen.getByLabelText("Postal code")).toHaveValue("8004");
  expect(screen.getByRole("button", { name: /Home/ })).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "Confirm Booking" })).toBeEnabled();
  expect(screen.queryByRole("checkbox", { name: "Keep this address" })).not.toBeInTheDocument();
});

test("the account's address in the locality that it chose comes first", async () => {
  const workplace = { ...work, city: "Basel", postalCode: "4051" };
  serveBooking({
    "GET /api/addresses": { body: [home, workplace] },
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, postalCode: "4051" } } },
  });
  await open();

  expect(street()).toHaveValue(workplace.street);
  expect(screen.getByLabelText("Postal code")).toHaveValue("4051");
});

test("addresses that do not arrive keep nobody from booking", async () => {
  serveBooking({ "GET /api/addresses": { status: 500, body: {} } });
  const { user, container } = await open();

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
});

test("ironing counts pieces first, and kilograms only for more than ten", async () => {
  const server = serveBooking();
  const { user, container } = await open(`${PAGE}&service=ironing`);

  expect(screen.getByRole("heading", { name: "Pieces" })).toBeVisible();
  expect(screen.getByText("Up to 10 pieces")).toBeVisible();
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
  expect(amountOf("Total")).toBe("CHF 9.50");

  await user.click(screen.getByRole("checkbox", { name: "More than 10 pieces" }));
  expect(screen.queryByText("Up to 10 pieces")).not.toBeInTheDocument();
  expect(screen.getAllByText("About 12 pieces")[0]).toBeVisible();
  expect(amountOf("Total")).toBe("CHF 11.25");
  expect(
    screen.getByText(
      "A shirt is one piece, a sheet two. Each step is 0.5 kg, about 2 pieces more, and costs CHF 1.75.",
    ),
  ).toBeVisible();
  fireEvent.change(screen.getByRole("slider", { name: "Weight in kilograms" }), { target: { value: "12.5" } });
  expect(screen.getByText("About 20 pieces")).toBeVisible();
  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "About 20 pieces, 12.5 kg");
  expect(amountOf("Extra pieces (about 10)")).toBe("CHF 8.75");
  expect(amountOf("Total")).toBe("CHF 18.25");
  expect(await axeViolations(container)).toEqual([]);

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  await waitFor(() =>
    expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ serviceType: "ironing", weight: "12.5" }),
  );
});

test("who takes the tick back irons ten pieces again", async () => {
  serveBooking();
  const { user } = await open(`${PAGE}&service=ironing`);
  await user.click(screen.getByRole("checkbox", { name: "More than 10 pieces" }));
  fireEvent.change(screen.getByRole("slider"), { target: { value: "15" } });

  await user.click(screen.getByRole("checkbox", { name: "More than 10 pieces" }));

  expect(amountOf("Total")).toBe("CHF 9.50");
});

test("somebody who accepts manually says so on the card and before the button", async () => {
  serveBooking({ [`GET /api/providers/details/${bruno.id}`]: { body: manualProvider } });
  await open();

  expect(within(screen.getByRole("region", { name: "Your provider" })).getByText("Confirms by hand")).toBeVisible();
  expect(await screen.findByText("Bruno K. confirms within 2 hours; otherwise your money comes back")).toBeVisible();
});

test("somebody who accepts at once promises nothing of the kind", async () => {
  serveBooking();
  await open();

  expect(screen.queryByText("Confirms by hand")).not.toBeInTheDocument();
  expect(screen.queryByText(/confirms within/)).not.toBeInTheDocument();
});

test("a pickup that is too near for an answer is said before it is sent, with providers who need none", async () => {
  const listed = (id: string, fields: Partial<ListedProvider>): ListedProvider => ({
    ...makeProvider({ id, user: { firstName: id, lastName: "", profileImageUrl: null } }),
    bioExcerpt: "",
    acceptsInstantly: true,
    nextFreeAt: "2026-11-20T09:00:00Z",
    ...fields,
  });
  const near = [
    listed(bruno.id, { acceptsInstantly: false }),
    listed("Hanna", { acceptsInstantly: false }),
    listed("Late", { nextFreeAt: "2026-11-21T09:00:00Z" }),
    listed("Dora", {}),
  ];
  const server = serveBooking({
    [`GET /api/providers/details/${bruno.id}`]: { body: manualProvider },
    "GET /api/providers/8001": { body: near },
  });
  const { user, container } = await open();
  // At 09:30, noon is far enough away and stays the default.
  expect(hour("12:00")).toBeChecked();
  expect(server.callsOf("GET /api/providers/8001")).toEqual([]);

  await user.click(hour("11:00"));

  const notice = await screen.findByText(
    "Bruno K. confirms by hand, and today, 11:00 is too soon for that. Choose a time at least 2 hours from now, or somebody who accepts at once.",
  );
  expect(notice).toBeVisible();
  const offers = within(screen.getByRole("group", { name: "Neighbors who come to your address" })).getAllByRole(
    "button",
  );
  expect(offers.map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Dora")]);
  expect(await axeViolations(container)).toEqual([]);

  await user.click(hour("13:00"));
  expect(screen.queryByText(/is too soon for that/)).not.toBeInTheDocument();
});

test("an error because it is too near names the providers whom the server found", async () => {
  const message = "Bruno K. confirms bookings by hand, and this pickup is too soon for that.";
  const providers = [
    makeProvider({
      id: "55555555-5555-4555-8555-555555555555",
      user: { firstName: "Dora", lastName: "", profileImageUrl: null },
    }),
  ];
  serveBooking({ "POST /api/orders": { status: 409, body: { message, code: "instant_provider_needed", providers } } });
  const { user } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  expect(await screen.findByRole("button", { name: /Dora/ })).toBeVisible();
});

test("the first time that is chosen for somebody who accepts manually is one that they can still answer", async () => {
  vi.setSystemTime(new Date(`${TODAY}T10:30:00Z`));
  serveBooking({ [`GET /api/providers/details/${bruno.id}`]: { body: manualProvider } });
  await open();

  // At 11:30, noon is too soon.
  expect(hour("14:00")).toBeChecked();
  expect(screen.queryByText(/is too soon for that/)).not.toBeInTheDocument();
});
