import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";

import type { ListedProvider } from "@/api/types";
import { LazyFilteredList } from "@/features/provider-list/lazy-filtered-list";
import { syncServerClock } from "@/lib/server-clock";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { makeListed, serve } from "@/test/server";

import { BookingPage } from "./booking-page";
import { HomePage } from "./home-page";

// Noon in Zurich.
const NOW = "2026-11-23T11:00:00Z";
let count = 0;
function named(firstName: string, fields: Partial<ListedProvider>): ListedProvider {
  count += 1;
  return makeListed({
    id: `44444444-4444-4444-8444-00000000000${count}`,
    user: { firstName, lastName: "", profileImageUrl: null },
    ...fields,
  });
}

const abe = named("Abe", {
  rating: 4.4,
  reviewCount: 30,
  specialties: ["Express"],
  nextFreeAt: "2026-11-24T08:00:00Z",
});
// 23:30 in Zurich: still today.
const bea = named("Bea", {
  rating: 4.5,
  reviewCount: 2,
  specialties: ["Eco wash"],
  nextFreeAt: "2026-11-23T22:30:00Z",
});
const dea = named("Dea", {
  rating: 5,
  reviewCount: 9,
  specialties: ["Silk", "écologique"],
  nextFreeAt: "2026-11-23T23:00:00Z",
});
const fae = named("Fae", {
  rating: 5,
  reviewCount: 12,
  specialties: ["Decoration"],
  nextFreeAt: null,
  acceptsInstantly: false,
});

// Preload the chunk: it is slow on a busy machine.
beforeAll(async () => {
  await LazyFilteredList.preload();
});
beforeEach(() => syncServerClock(NOW, Date.now()));

function serveProviders(body: ListedProvider[] = [abe, bea, dea, fae]): void {
  serve({ "GET /api/providers/8001": { body } });
}

function shownNames(): string[] {
  return screen.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
}

const chip = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole("button", { name });

test.each([
  ["Today", ["Bea"], "/?show=all&today=1"],
  ["4.5 and more", ["Bea", "Dea", "Fae"], "/?show=all&rating=4.5"],
  ["Eco-friendly", ["Bea", "Dea"], "/?show=all&eco=1"],
])("%s leaves %j, and stands in the address", async (name, names, address) => {
  serveProviders();
  const { user, container } = renderScreen(<HomePage />, { at: "/?show=all" });

  await user.click(await chip(name));

  await waitFor(() => expect(shownNames()).toEqual(names));
  expect(await chip(name)).toHaveAttribute("aria-pressed", "true");
  expect(addressNow(container)).toBe(address);

  await user.click(await chip(name));

  await waitFor(() => expect(shownNames()).toHaveLength(4));
  expect(addressNow(container)).toBe("/?show=all");
});

test.each([
  ["Nearest", ["Abe", "Bea", "Dea", "Fae"], "/?show=all"],
  ["Soonest", ["Bea", "Dea", "Abe", "Fae"], "/?show=all&sort=soonest"],
  ["Best rated", ["Fae", "Dea", "Bea", "Abe"], "/?show=all&sort=rated"],
])("sorted by %s the order is %j", async (label, names, address) => {
  serveProviders();
  const { user, container } = renderScreen(<HomePage />, { at: "/?show=all" });

  await user.selectOptions(await screen.findByRole("combobox", { name: "Sort by" }), label);

  await waitFor(() => expect(shownNames()).toEqual(names));
  expect(addressNow(container)).toBe(address);
});

test("a service prices the cards and goes along to the booking; one at a time", async () => {
  serveProviders([abe]);
  const { user, container } = renderScreen(<HomePage />, { at: "/?show=all" });

  await user.click(await chip("Ironing only"));
  await user.click(await chip("Premium care"));

  await waitFor(() => expect(screen.getByRole("article")).toHaveTextContent("From CHF 32.50"));
  expect(screen.getByText("One price for all: from CHF 32.50")).toBeVisible();
  expect(await chip("Ironing only")).toHaveAttribute("aria-pressed", "false");
  expect(addressNow(container)).toBe("/?show=all&service=premium");

  await user.click(screen.getByRole("link", { name: "Book Now with Abe" }));

  expect(addressNow(container)).toBe(`/booking?providerId=${abe.id}&service=premium`);
});

test("where a search finds nobody there is no price for all either", async () => {
  serveProviders([abe]);
  const { user } = renderScreen(<HomePage />, { at: "/?show=all" });
  expect(await screen.findByText("One price for all: from CHF 27.50")).toBeVisible();

  await user.type(screen.getByPlaceholderText("Search service providers..."), "qqqq");

  expect(await screen.findByText("No providers found")).toBeVisible();
  expect(screen.queryByText(/^One price for all/)).not.toBeInTheDocument();
});

test("an address shows what it says, and nothing of what it cannot say", async () => {
  serveProviders();
  const { container } = renderScreen(<HomePage />, {
    at: "/?today=yes&rating=4&eco=<b>&sort=price&service=all&show=all",
  });

  await waitFor(() => expect(shownNames()).toEqual(["Abe", "Bea", "Dea", "Fae"]));

  expect(await screen.findByRole("combobox", { name: "Sort by" })).toHaveValue("nearest");
  expect(screen.queryByRole("button", { pressed: true })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Clear filters/ })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("a link to a narrowed list opens it, says how many there are, and Clear filters leads back to everybody", async () => {
  serveProviders();
  const { user, container } = renderScreen(<HomePage />, { at: "/?eco=1&rating=4.5&sort=rated" });

  await waitFor(() => expect(shownNames()).toEqual(["Dea", "Bea"]));
  const status = await screen.findByText("2 providers found");
  expect(status).toHaveRole("status");
  expect(screen.getByRole("button", { name: "Show Less", expanded: true })).toBeVisible();

  await user.click(await chip("Clear filters (2)"));

  await waitFor(() => expect(shownNames()).toEqual(["Fae", "Dea", "Bea", "Abe"]));
  await waitFor(() => expect(status).toHaveTextContent("4 providers found"));
  expect(addressNow(container)).toBe("/?sort=rated");
  expect(screen.getByRole("heading", { name: "Available in Your Area" })).toHaveFocus();
});

test("Show Less leads back to the row of everybody", async () => {
  serveProviders();
  const { user, container } = renderScreen(<HomePage />, { at: "/?today=1&show=all" });
  await waitFor(() => expect(shownNames()).toEqual(["Bea"]));

  await user.click(screen.getByRole("button", { name: "Show Less" }));

  await waitFor(() => expect(shownNames()).toHaveLength(4));
  expect(addressNow(container)).toBe("/");
  expect(screen.queryByRole("group", { name: "Filters" })).not.toBeInTheDocument();
});

test("where nobody fits, one tap leaves out the filter that is to blame", async () => {
  serveProviders([abe, dea]);
  const { user, container } = renderScreen(<HomePage />, { at: "/?today=1&eco=1" });

  expect(await screen.findByText("Nobody near you fits all of these filters. Leave one out:")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Without “Eco/ })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Without “Today”: 1" }));

  await waitFor(() => expect(shownNames()).toEqual(["Dea"]));
  expect(addressNow(container)).toBe("/?eco=1");
});

test("where no filter alone is to blame all of them can be cleared", async () => {
  serveProviders([abe]);
  const { user } = renderScreen(<HomePage />, { at: "/?today=1&eco=1" });

  const empty = (await screen.findByText("Nobody near you fits these filters.")).closest<HTMLElement>(".card");
  await user.click(within(empty ?? document.body).getByRole("button", { name: "Clear filters (2)" }));

  await waitFor(() => expect(shownNames()).toEqual(["Abe"]));
});

test("search and filters narrow each other", async () => {
  serveProviders();
  const { user } = renderScreen(<HomePage />);
  await screen.findAllByRole("article");

  await user.type(screen.getByRole("textbox"), "ea");
  await waitFor(() => expect(shownNames()).toEqual(["Bea", "Dea"]));
  await user.click(await chip("Today"));

  await waitFor(() => expect(shownNames()).toEqual(["Bea"]));
});

test("a list that is full says that it holds only the nearest", async () => {
  const many = Array.from({ length: 200 }, (_, number) =>
    makeListed({ id: `44444444-4444-4444-8444-${String(number).padStart(12, "0")}`, rating: number === 0 ? 5 : 4 }),
  );
  serveProviders(many);
  renderScreen(<HomePage />, { at: "/?rating=4.5" });

  await waitFor(() => expect(shownNames()).toHaveLength(1));

  expect(
    await screen.findByText(/Only the 200 nearest are looked at\. For others, choose another place\./),
  ).toBeVisible();
});

test("the providers of a booking without a provider are filtered, too, and the service stays", async () => {
  serveProviders();
  const { user, container } = renderScreen(<BookingPage />, { at: "/booking?service=ironing" });

  await user.click(await chip("Today"));

  await waitFor(() => expect(shownNames()).toEqual(["Bea"]));
  expect(await chip("Ironing only")).toHaveAttribute("aria-pressed", "true");
  expect(addressNow(container)).toBe("/booking?service=ironing&today=1");
});
