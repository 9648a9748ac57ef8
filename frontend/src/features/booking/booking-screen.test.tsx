import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { axeViolations } from "@/test/render";
import { never } from "@/test/server";

import {
  NOW,
  PAGE,
  SLOTS,
  TODAY,
  TOMORROW,
  amountOf,
  bruno,
  hour,
  open,
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

test.each(["/booking", "/booking?service=premium"])("%s asks for a provider first", async (at) => {
  const server = serveBooking();

  const { container } = show(at);

  expect(await screen.findByText("No provider selected")).toBeVisible();
  expect(screen.getByText("Please select a provider first")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Back Home" })).toHaveAttribute("href", at.replace("/booking", "/"));
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/");
  expect(server.calls.map(({ path }) => path)).toEqual(["/api/auth/session"]);
  expect(await axeViolations(container)).toEqual([]);
});

test("starts with the defaults, the provider, and today at 12:00", async () => {
  serveBooking();

  const { container } = await open();

  expect(screen.getByRole("heading", { name: "Bruno K." })).toBeVisible();
  expect(screen.getByText("4.8")).toBeVisible();
  expect(screen.getByText("127 reviews")).toBeVisible();
  expect(screen.getByText("Available now")).toBeVisible();
  expect(screen.getByRole("radio", { name: /Standard wash and fold/ })).toBeChecked();
  expect(screen.getByRole("slider", { name: "Weight in kilograms" })).toHaveAttribute("aria-valuetext", "10 kg");
  expect(street()).toHaveValue("");
  expect(screen.getByLabelText("City")).toHaveValue("Zurich");
  expect(screen.getByLabelText("Postal code")).toHaveValue("8001");
  expect(screen.getByRole("radio", { name: "Today Fri 20 Nov" })).toBeChecked();
  expect(hour("12:00")).toBeChecked();
  expect(amountOf("Total")).toBe("CHF 27.50");
  expect(screen.getByRole("button", { name: "Confirm Booking" })).toBeDisabled();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["premium", /Premium care/, "CHF 32.50"],
  ["ironing", /Ironing only/, "CHF 9.50"],
  ["dry-cleaning", /Standard wash and fold/, "CHF 27.50"],
])("the address preselects %s", async (service, name, total) => {
  serveBooking();

  await open(`${PAGE}&service=${service}`);

  expect(screen.getByRole("radio", { name })).toBeChecked();
  expect(amountOf("Total")).toBe(total);
});

test("the price follows every change", async () => {
  serveBooking();
  const { user } = await open();

  await user.click(screen.getByRole("radio", { name: /Premium care/ }));
  fireEvent.change(screen.getByRole("slider"), { target: { value: "12.5" } });

  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "12.5 kg");
  expect(amountOf("Premium care, 10 kg")).toBe("CHF 30.00");
  expect(amountOf("Extra weight (2.5 kg)")).toBe("CHF 8.75");
  expect(amountOf("Platform fee")).toBe("CHF 2.50");
  expect(amountOf("Total")).toBe("CHF 41.25");

  fireEvent.change(screen.getByRole("slider"), { target: { value: "15" } });
  expect(amountOf("Total")).toBe("CHF 50.00");
  fireEvent.change(screen.getByRole("slider"), { target: { value: "10" } });
  expect(screen.queryByText(/Extra weight/)).not.toBeInTheDocument();
});

test("only hours that can be booked can be chosen, the others say why", async () => {
  serveBooking({ [SLOTS]: { body: slots([`${TODAY} 14`]).filter(({ id }) => id !== `${TODAY}-16`) } });

  await open();

  expect(screen.getByRole("radio", { name: "09:00 Past" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "14:00 Full" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "16:00 Closed" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "13:00 2 left" })).toBeEnabled();
});

test("another day keeps the hour where it is free, else takes that day's first", async () => {
  serveBooking({ [SLOTS]: { body: slots([`${TOMORROW} 9`, `${TOMORROW} 13`]) } });
  const { user } = await open();

  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  expect(hour("12:00")).toBeChecked();

  await user.click(screen.getByRole("radio", { name: /^Today/ }));
  await user.click(hour("13:00"));
  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  expect(hour("10:00")).toBeChecked();
});

test("says when the provider is free next where today has no hour left", async () => {
  const full = slots()
    .filter(({ date }) => date === TODAY)
    .map(({ startTime }) => `${TODAY} ${Number(startTime.slice(0, 2)).toString()}`);
  serveBooking({
    [SLOTS]: { body: slots(full) },
    [`GET /api/providers/details/${bruno.id}`]: { body: { ...bruno, nextFreeAt: "2026-11-21T07:00:00Z" } },
  });

  await open();

  expect(screen.getByText("Next free: tomorrow, 08:00")).toBeVisible();
  expect(screen.queryByText("Available now")).not.toBeInTheDocument();
});

test("without a free hour on both days it says so and promises nothing", async () => {
  serveBooking({ [SLOTS]: { body: slots().map((each) => ({ ...each, isAvailable: false, currentBookings: 3 })) } });

  const { container } = await open();

  expect(screen.getByText("No free pickup time today or tomorrow")).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose another provider" })).toHaveAttribute(
    "href",
    `/booking?service=standard&like=${bruno.id}`,
  );
  expect(screen.getByRole("radio", { name: /^Today/ })).toBeDisabled();
  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeDisabled();
  expect(screen.queryByText("Available now")).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([`/booking?providerId=${bruno.id}`, "/booking?providerId=../../admin"])(
  "an unknown provider: %s",
  async (at) => {
    serveBooking({
      [`GET /api/providers/details/${bruno.id}`]: { status: 404, body: { message: "Not found.", code: "not_found" } },
    });

    const { container } = show(at);

    expect(await screen.findByText("This provider is not available")).toBeVisible();
    expect(screen.getByRole("link", { name: "Go Back Home" })).toHaveAttribute("href", "/");
    expect(await axeViolations(container)).toEqual([]);
  },
);

test("a paused provider cannot be booked, and others are offered", async () => {
  serveBooking({ [`GET /api/providers/details/${bruno.id}`]: { body: { ...bruno, takesBookings: false } } });

  show();

  expect(await screen.findByText("This provider is not available")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Confirm Booking" })).toBeNull();
});

test("what could not be loaded can be tried again", async () => {
  const server = serveBooking({ [SLOTS]: { status: 503, body: {} } });
  const { user, container } = show();
  expect(await screen.findByText("The pickup times could not be loaded.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ [SLOTS]: { body: slots() } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("button", { name: "Confirm Booking" })).toBeVisible();
});

test("while it loads it says so", async () => {
  serveBooking({ [SLOTS]: never });

  const { container } = show();

  expect(screen.getAllByRole("status")[0]).toHaveTextContent("Loading...");
  expect(await axeViolations(container)).toEqual([]);
});
