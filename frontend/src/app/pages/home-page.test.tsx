import { screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { Link, useNavigate } from "react-router-dom";
import { beforeAll, expect, test } from "vitest";

import type { ListedProvider } from "@/api/types";
import { LazyFilteredList } from "@/features/provider-list/lazy-filtered-list";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { makeListed, never, serve } from "@/test/server";

import { HomePage } from "./home-page";

// Preload the chunk: it is slow on a busy machine.
beforeAll(async () => {
  await LazyFilteredList.preload();
});

const bruno = makeListed();
const dora = makeListed({
  serviceArea: ["8004", "8003"],
  id: "44444444-4444-4444-8444-444444444444",
  businessName: "Frischluft Wäscherei",
  user: { firstName: "Dora", lastName: "S", profileImageUrl: null },
  distanceKm: 2.34,
  reviewCount: 1,
  rating: 5,
});

function serveProviders(body: ListedProvider[]): ReturnType<typeof serve> {
  return serve({ "GET /api/providers/8001": { body } });
}

/** The names on the cards, in page order. */
function shownNames(): string[] {
  return screen.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
}

test("shows a card for each provider, nearest first, with what a customer chooses by", async () => {
  serveProviders([bruno, dora]);
  const { container } = renderScreen(<HomePage />);

  await screen.findByRole("heading", { name: "Bruno K." });

  expect(shownNames()).toEqual(["Bruno K.", "Dora S."]);
  const [first, second] = screen.getAllByRole("article");
  expect(first).toHaveTextContent(
    "BKBruno K.Bruno's Laundry4.8127 reviewsNext free: Mon 23 Nov 2099, 14:00Available nowVerifiedExpressDelicatesFrom CHF 27.508001·in your postal codeBook Now",
  );
  expect(second).toHaveTextContent("5.01 review");
  expect(second).toHaveTextContent("2.3 km away");
  expect(await axeViolations(container)).toEqual([]);
});

test("a card says a sentence of its neighbor before the price, where there is one", async () => {
  serveProviders([makeListed({ bioExcerpt: "Mother of three: I know stains." }), dora]);
  renderScreen(<HomePage />);

  const sentence = await screen.findByText("Mother of three: I know stains.");
  const [card] = screen.getAllByRole("article");

  expect(card).toContainElement(sentence);
  expect(
    within(card ?? sentence)
      .getByText("From CHF 27.50")
      .compareDocumentPosition(sentence),
  ).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test("a card without a last name has no stray full stop", async () => {
  serveProviders([makeListed({ user: { firstName: "Bruno", lastName: "", profileImageUrl: null } })]);
  renderScreen(<HomePage />);

  expect(await screen.findByRole("heading", { name: "Bruno", level: 3 })).toBeVisible();
  expect(screen.getByRole("link", { name: "Book Now with Bruno" })).toBeVisible();
});

test("a card says when its provider confirms manually, and that nothing is free", async () => {
  serveProviders([makeListed({ acceptsInstantly: false, nextFreeAt: null })]);
  renderScreen(<HomePage />);

  const card = await screen.findByRole("article");

  expect(card).toHaveTextContent("No free time at the moment");
  expect(card).toHaveTextContent("Confirms within 2 hours");
});

test("a time that has begun meanwhile is not shown, and the list is asked for again", async () => {
  const server = serveProviders([makeListed({ nextFreeAt: "2020-01-01T08:00:00Z" })]);
  server.setHandlers({
    "GET /api/providers/8001": () => ({
      body: [
        makeListed({
          nextFreeAt:
            server.callsOf("GET /api/providers/8001").length > 1 ? "2099-11-23T14:00:00Z" : "2020-01-01T08:00:00Z",
        }),
      ],
    }),
  });
  renderScreen(<HomePage />);

  expect(await screen.findByText("Next free: Mon 23 Nov 2099, 15:00")).toBeVisible();
  expect(server.callsOf("GET /api/providers/8001")).toHaveLength(2);
});

test("fills in what a provider has not said", async () => {
  serveProviders([makeListed({ specialties: [], serviceArea: [], distanceKm: null })]);
  renderScreen(<HomePage />);

  const card = await screen.findByRole("article");

  expect(card).toHaveTextContent("Express");
  expect(card).toHaveTextContent("Same Day");
  expect(card).toHaveTextContent("Service Area");
  expect(card).toHaveTextContent("Distance unknown");
});

test("a provider without reviews is new, not rated zero", async () => {
  serveProviders([makeListed({ rating: 0, reviewCount: 0 })]);
  renderScreen(<HomePage />);

  const card = await screen.findByRole("article");

  expect(card).toHaveTextContent("New0 reviews");
  expect(card).not.toHaveTextContent("0.0");
});

test("shows the photo where there is one, and the initials when it cannot be loaded", async () => {
  serveProviders([makeListed({ user: { firstName: "Bruno", lastName: "K", profileImageUrl: "/media/bruno.jpg" } })]);
  const { container } = renderScreen(<HomePage />);
  await screen.findByRole("article");
  const photo = container.querySelector("img");

  expect(photo).toHaveAttribute("src", "/media/bruno.jpg");
  photo?.dispatchEvent(new Event("error"));

  expect(await screen.findByText("BK")).toBeInTheDocument();
});

test("Book Now goes to the booking of that provider", async () => {
  serveProviders([bruno, dora]);
  const { user, container } = renderScreen(<HomePage />);

  await user.click(await screen.findByRole("link", { name: "Book Now with Dora S." }));

  expect(addressNow(container)).toBe(`/booking?providerId=${dora.id}`);
});

test.each([
  ["Book Service From 25 CHF + fees", "/booking"],
  ["Help Your Community Offer laundry services to neighbors", "/profile"],
  ["Get Started Now", "/booking"],
])("%s leads to %s", async (name, address) => {
  serveProviders([bruno]);
  const { user, container } = renderScreen(<HomePage />);

  await user.click(
    screen.getByRole("link", {
      name: new RegExp(name.replace("+", "\\+").replace(" From", "\\s?From").replace(" Offer", "\\s?Offer")),
    }),
  );

  expect(addressNow(container)).toBe(address);
});

test("explains the four steps and makes the four promises", () => {
  serveProviders([]);
  renderScreen(<HomePage />);

  const steps = within(screen.getByRole("region", { name: "How it works" })).getAllByRole("listitem");
  const promises = within(screen.getByRole("region", { name: "Why Suuber" })).getAllByRole("heading", { level: 3 });

  expect(steps.map((step) => within(step).getByRole("heading").textContent)).toEqual([
    "1Book service",
    "2Pickup",
    "3Professional cleaning",
    "4Delivery",
  ]);
  expect(promises.map((promise) => promise.textContent)).toEqual([
    "Fast Service",
    "Top Quality",
    "Real-time Tracking",
    "Satisfaction",
  ]);
});

test("shows three cards in outline while the list is on its way", async () => {
  serve({ "GET /api/providers/8001": never });
  const { container } = renderScreen(<HomePage />);

  expect(screen.getByText("Loading providers...")).toBeInTheDocument();
  expect(screen.queryAllByRole("article")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["dora", ["Dora S."]],
  ["LAUNDRY", ["Bruno K."]],
  ["wäsch", ["Dora S."]],
  ["frischluftwaescherei", ["Dora S."]],
  ["  ", ["Bruno K.", "Dora S."]],
  ["8004", ["Dora S."]],
  ["delic", ["Bruno K.", "Dora S."]],
  ["iron", ["Bruno K.", "Dora S."]],
  ["do", ["Dora S."]],
])("searching for %j leaves %j", async (words, names) => {
  serveProviders([bruno, dora]);
  const { user } = renderScreen(<HomePage />);
  await screen.findByRole("heading", { name: "Bruno K." });

  await user.type(screen.getByRole("textbox", { name: "Search service providers" }), words);

  await waitFor(() => expect(shownNames()).toEqual(names));
});

test("searching for the locality itself leaves everybody around it, and offers the localities beside it", async () => {
  const localities = ["8001", "8002"].map((postalCode) => ({ postalCode, city: "Zurich", canton: "ZH" }));
  serve({ "GET /api/providers/8001": { body: [bruno, dora] }, "GET /api/localities?q=Zurich": { body: localities } });
  const { user } = renderScreen(<HomePage />);
  await screen.findByRole("heading", { name: "Bruno K." });

  await user.type(screen.getByRole("textbox", { name: "Search service providers" }), "Zurich");

  expect(await screen.findByRole("button", { name: "Show neighbors around 8002 Zurich" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show neighbors around 8001 Zurich" })).not.toBeInTheDocument();
  expect(shownNames()).toEqual(["Bruno K.", "Dora S."]);
  expect(screen.getByText("2 providers found")).toBeVisible();
});

test("a search that finds nobody says what to do, and clearing it brings everybody back", async () => {
  serveProviders([bruno]);
  const { user, container } = renderScreen(<HomePage />);
  await screen.findByRole("article");

  await user.type(screen.getByPlaceholderText("Search service providers..."), "zzz");

  expect(screen.getByText("No providers found")).toBeInTheDocument();
  expect(screen.getByText("Try adjusting your search terms or check back later for more options.")).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Clear search" }));

  expect(shownNames()).toEqual(["Bruno K."]);
});

test("an area without providers invites to become the first", async () => {
  serveProviders([]);
  const { user, container } = renderScreen(<HomePage />);

  expect(await screen.findByText("No providers found")).toBeInTheDocument();
  expect(
    screen.getByText("No service providers are available in your area yet. Be the first to become a provider!"),
  ).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "View All" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("link", { name: "Become a Provider" }));

  expect(addressNow(container)).toBe("/profile");
});

test("View All opens the full list and closes it again", async () => {
  serveProviders([bruno, dora]);
  const { user } = renderScreen(<HomePage />);

  await user.click(await screen.findByRole("button", { name: "View All", expanded: false }));

  expect(shownNames()).toEqual(["Bruno K.", "Dora S."]);
  await user.click(screen.getByRole("button", { name: "Show Less", expanded: true }));
  expect(screen.getByRole("button", { name: "View All" })).toBeInTheDocument();
});

test("a list that cannot be loaded can be tried again", async () => {
  const message = "The list is not available right now.";
  const server = serve({ "GET /api/providers/8001": { status: 503, body: { message, code: "unavailable" } } });
  const { user, container } = renderScreen(<HomePage />);

  expect(await screen.findByRole("alert")).toHaveTextContent(`Providers could not be loaded${message}`);
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ "GET /api/providers/8001": { body: [bruno] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("article")).toBeInTheDocument();
});

test("what is searched for stands in the address, and a link searches", async () => {
  serveProviders([bruno, dora]);
  const { user, container } = renderScreen(<HomePage />, { at: "/?q=dora" });
  expect(await screen.findByRole("heading", { name: "Dora S." })).toBeVisible();
  expect(shownNames()).toEqual(["Dora S."]);

  await user.clear(screen.getByRole("textbox"));
  await waitFor(() => expect(addressNow(container)).toBe("/"));
  await user.click(screen.getByRole("button", { name: "View All" }));

  await waitFor(() => expect(addressNow(container)).toBe("/?show=all"));
});

function Back(): ReactElement {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

test("Home ends a search, and Back leads to it again", async () => {
  serveProviders([bruno, dora]);
  const { user, container } = renderScreen(
    <>
      <Link to="/">Home</Link>
      <Back />
      <HomePage />
    </>,
  );
  await screen.findByRole("heading", { name: "Bruno K." });
  await user.type(screen.getByRole("textbox"), "dora");
  await waitFor(() => expect(shownNames()).toEqual(["Dora S."]));

  await user.click(screen.getByRole("link", { name: "Home" }));

  await waitFor(() => expect(shownNames()).toEqual(["Bruno K.", "Dora S."]));
  expect(screen.getByRole("textbox")).toHaveValue("");
  expect(addressNow(container)).toBe("/");
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveValue("dora"));
  expect(addressNow(container)).toBe("/?q=dora");
});
