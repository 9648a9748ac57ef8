import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { makeListed, serve } from "@/test/server";

import { BookingPage } from "./booking-page";

const bruno = makeListed({ nextFreeAt: "2099-11-23T13:00:00Z" });
const dora = makeListed({
  id: "44444444-4444-4444-8444-444444444444",
  user: { firstName: "Dora", lastName: "S", profileImageUrl: null },
  nextFreeAt: "2099-11-23T09:00:00Z",
});

test("without a provider the booking says so and shows whom to choose, the service stays", async () => {
  serve({ "GET /api/providers/8001": { body: [bruno, dora] } });
  const { user, container } = renderScreen(<BookingPage />, { at: "/booking?service=premium" });

  const cards = await screen.findAllByRole("article");

  expect(screen.getByText("No provider selected")).toBeVisible();
  expect(screen.getByText("Please select a provider first")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Back Home" })).toHaveAttribute("href", "/?service=premium");
  expect(cards.map((card) => within(card).getByRole("heading").textContent)).toEqual(["Bruno K.", "Dora S."]);
  expect(cards[0]).toHaveTextContent("From CHF 32.50");
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("link", { name: "Book Now with Bruno K." }));

  expect(addressNow(container)).toBe(`/booking?providerId=${bruno.id}&service=premium`);
});

test("the earliest provider leads to the form with whoever is free first, at the hour that it names", async () => {
  serve({ "GET /api/providers/8001": { body: [bruno, dora] } });
  const { user, container } = renderScreen(<BookingPage />, { at: "/booking?service=ironing" });

  const earliest = await screen.findByRole("region", { name: "Soonest near you" });
  expect(earliest).toHaveTextContent("Dora S. is free Mon 23 Nov 2099, 10:00");
  await user.click(within(earliest).getByRole("link", { name: "Book with Dora" }));

  expect(addressNow(container)).toBe(`/booking?providerId=${dora.id}&service=ironing&at=2099-11-23T09%3A00%3A00Z`);
});

test("nobody is the earliest where nobody is free", async () => {
  serve({ "GET /api/providers/8001": { body: [makeListed({ nextFreeAt: null, acceptsInstantly: false })] } });
  renderScreen(<BookingPage />, { at: "/booking" });

  await screen.findByRole("article");

  expect(screen.queryByRole("region", { name: "Soonest near you" })).not.toBeInTheDocument();
});

test("a list that cannot be loaded is an error with a way to try again, not a sample", async () => {
  serve({ "GET /api/providers/8001": { status: 503, body: { message: "Busy.", code: "database_busy" } } });
  renderScreen(<BookingPage />, { at: "/booking" });

  expect(await screen.findByRole("alert")).toHaveTextContent("Providers could not be loaded");
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
