import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { PageFrame } from "../page-frame";
import { storeLocalities } from "@/api/localities/stored-locality";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { makeDetails, never, serve } from "@/test/server";

import { ProviderPage } from "@/features/provider-profile/provider-page";

const NOW = new Date("2026-11-20T09:00:00Z");
const bruno = makeDetails({
  bio: "Soap and patience.",
  nextFreeAt: "2026-11-20T13:00:00Z",
  nextFreeTimes: ["2026-11-20T13:00:00Z", "2026-11-21T08:00:00Z"],
  areas: [
    { postalCode: "8001", city: "Zurich", latitude: 47.37, longitude: 8.54 },
    { postalCode: "8002", city: "Zurich", latitude: 47.36, longitude: 8.53 },
  ],
  starCounts: [
    { rating: 5, count: 100 },
    { rating: 4, count: 20 },
    { rating: 3, count: 6 },
    { rating: 2, count: 0 },
    { rating: 1, count: 1 },
  ],
  reviews: [
    {
      id: "r1",
      rating: 5,
      comment: "Soft as new.",
      authorName: "Alice M.",
      createdAt: "2026-11-02T09:00:00Z",
      answer: "Gladly!",
      answeredAt: "2026-11-03T09:00:00Z",
    },
    {
      id: "r2",
      rating: 4,
      comment: "",
      authorName: "Emil R.",
      createdAt: "2026-10-01T09:00:00Z",
      answer: null,
      answeredAt: null,
    },
  ],
});
const DETAILS = `GET /api/providers/details/${bruno.id}?from=8001`;

beforeEach(() => {
  window.localStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function show(id: string = bruno.id): ReturnType<typeof renderScreen> {
  const Page = (): React.ReactElement => <PageFrame page="/providers/:providerId" Page={ProviderPage} />;
  return renderScreen(
    <Routes>
      <Route path="/providers/:providerId" element={<Page />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: `/providers/${id}` },
  );
}

test("says who it is, in words, numbers and localities", async () => {
  serve({ [DETAILS]: { body: bruno } });
  const { container } = show();

  expect(await screen.findByRole("heading", { level: 1, name: "Bruno K." })).toBeVisible();
  expect(screen.getByText("Bruno's Laundry")).toBeVisible();
  expect(screen.getByText("Soap and patience.")).toBeVisible();
  expect(screen.getByText("400 m away")).toBeVisible();
  expect(screen.getByText("Confirms your booking at once")).toBeVisible();
  const areas = within(screen.getByRole("list", { name: "Comes to" })).getAllByRole("listitem");
  expect(areas.map((area) => area.textContent)).toEqual(["8001 Zurich", "8002 Zurich"]);
  expect(await screen.findByText("CHF 25.00")).toBeVisible();
  expect(document.title).toBe("Bruno K. · Laundry in Zurich – Suuber");
  expect(await axeViolations(container)).toEqual([]);
});

test("tells the distance from the chosen locality", async () => {
  storeLocalities({ device: { postalCode: "8400", city: "Winterthur" } });
  serve({ [`GET /api/providers/details/${bruno.id}?from=8400`]: { body: { ...bruno, distanceKm: 18.2 } } });
  show();

  expect(await screen.findByText("18.2 km away")).toBeVisible();
});

test("the prefill goes on to the form", async () => {
  serve({ [DETAILS]: { body: bruno } });
  show(`${bruno.id}?service=premium&like=44444444-4444-4444-8444-444444444444`);

  const prefillQuery = "service=premium&like=44444444-4444-4444-8444-444444444444";
  expect(await screen.findByRole("link", { name: "Book" })).toHaveAttribute(
    "href",
    `/booking?providerId=${bruno.id}&${prefillQuery}`,
  );
});

test("shows the stars by number, and the newest words with the answer", async () => {
  serve({ [DETAILS]: { body: bruno } });
  show();

  const histogram = await screen.findByRole("list", { name: "Reviews by stars" });
  expect(
    within(histogram)
      .getAllByRole("listitem")
      .map((row) => row.firstChild?.textContent),
  ).toEqual([
    "5 stars: 100 reviews",
    "4 stars: 20 reviews",
    "3 stars: 6 reviews",
    "2 stars: 0 reviews",
    "1 star: 1 review",
  ]);
  expect(screen.getByText("Soft as new.")).toBeVisible();
  expect(screen.getByText("Mon 2 Nov")).toBeVisible();
  expect(screen.getByText(/Bruno answered/)).toHaveTextContent("Bruno answered · Tue 3 Nov");
  expect(screen.getByText("Gladly!")).toBeVisible();
  expect(screen.getByText("The newest 2 of 127 reviews.")).toBeVisible();
});

test.each([
  ["Book", `/booking?providerId=${bruno.id}`],
  ["Today 14:00", `/booking?providerId=${bruno.id}&at=2026-11-20T13%3A00%3A00Z`],
  ["Tomorrow 09:00", `/booking?providerId=${bruno.id}&at=2026-11-21T08%3A00%3A00Z`],
])("%s leads to the form", async (name, address) => {
  serve({ [DETAILS]: { body: bruno } });
  const { user, container } = show();

  await user.click(await screen.findByRole("link", { name }));

  expect(addressNow(container)).toBe(address);
});

test("says what Verified means, by the checks that were made", async () => {
  serve({ [DETAILS]: { body: { ...bruno, checks: ["identity", "registration", "insurance", "references"] } } });
  const { user, container } = show();

  await user.click(await screen.findByRole("button", { name: "Verified" }));

  const dialog = await screen.findByRole("dialog", { name: "What Verified means" });
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "Identity, by an official document",
    "Business registration",
    "Liability insurance of at least 1M CHF",
    "References",
  ]);
  expect(await axeViolations(container)).toEqual([]);
});

test("where no check is recorded, none is named", async () => {
  serve({ [DETAILS]: { body: { ...bruno, checks: [] } } });
  const { user } = show();

  await user.click(await screen.findByRole("button", { name: "Verified" }));

  const dialog = within(await screen.findByRole("dialog", { name: "What Verified means" }));
  expect(dialog.getByText("We check every provider before their first booking.")).toBeVisible();
  expect(dialog.queryByText("Checks passed:")).not.toBeInTheDocument();
});

test.each([
  [10, "Usually answers within 10 minutes. If not within 2 hours, your money comes back."],
  [1, "Usually answers within 1 minute. If not within 2 hours, your money comes back."],
  [75, "Usually answers within 2 hours. If not within 2 hours, your money comes back."],
  [null, "Bruno confirms within 2 hours; otherwise your money comes back"],
])("one who accepts manually and answers in %s minutes says so", async (answerMinutes, text) => {
  serve({ [DETAILS]: { body: { ...bruno, acceptsInstantly: false, answerMinutes } } });
  show();

  expect(await screen.findByText(text)).toBeVisible();
});

test("a paused provider's page says that they take no bookings, and leads to others", async () => {
  serve({ [DETAILS]: { body: { ...bruno, takesBookings: false, nextFreeAt: null, nextFreeTimes: [] } } });
  const { container } = show();

  expect(await screen.findByText("Bruno K. takes no bookings at the moment.")).toBeVisible();
  expect(screen.getByRole("link", { name: "See who is near you" })).toHaveAttribute("href", "/");
  expect(screen.queryByRole("link", { name: "Book" })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test("one without times and reviews says what that means", async () => {
  serve({ [DETAILS]: { body: makeDetails({ reviewCount: 0, rating: 0 }) } });
  const { container } = show();

  expect(await screen.findByText("No free times right now. Have a look again tomorrow.")).toBeVisible();
  expect(screen.getByText("Nobody has rated Bruno yet. Be the first after your order.")).toBeVisible();
  expect(screen.getByText("New")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Comes to" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  "nobody",
  "22222222-2222-4222-8222",
  "..%2F..%2Fauth%2Flogout",
  "%3Fx",
  "%2e%2e",
  bruno.id.replace("2", "Z"),
])("an address that names nobody (%s) asks nothing and shows the way home", async (id) => {
  const server = serve();
  const { user, container } = show(id);

  expect(await screen.findByText("Provider not found")).toBeVisible();
  expect(server.calls.filter(({ path }) => !/^\/api\/(config|auth\/session)$/.test(path))).toEqual([]);
  await user.click(screen.getByRole("link", { name: "See who is near you" }));
  expect(addressNow(container)).toBe("/");
});

test("an unknown provider is said, with the way home", async () => {
  serve({ [DETAILS]: { status: 404, body: { message: "There is no such provider.", code: "not_found" } } });
  show();

  expect(await screen.findByText("Provider not found")).toBeVisible();
});

test("a failure can be tried again", async () => {
  const server = serve({ [DETAILS]: { status: 500, body: "<h1>Server error</h1>" } });
  const { user } = show();
  await screen.findByRole("alert");

  server.setHandlers({ [DETAILS]: { body: bruno } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Soap and patience.")).toBeVisible();
});

test("shows the shape of the page while it is on its way", async () => {
  serve({ [DETAILS]: never });
  show();

  await waitFor(() => expect(screen.getByText("Loading provider...")).toBeInTheDocument());
});
