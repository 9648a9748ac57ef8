import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { endSharing } from "@/api/position/position-sharing";
import type { Order, SeenPosition } from "@/api/types";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";
import { week } from "@/test/workspace";

import { Banners } from "../banners";
import { TrackingPage } from "./tracking-page";
import { WorkspacePage } from "./workspace-page";

const customer = { id: alice.id, firstName: "Alice", lastName: "Meier", phone: null };
const order = makeOrder({ status: "pickup", customer, allowedTransitions: ["washing"] });
const AT = "/api/provider/position";
const STOP = `${AT}?orderId=${order.id}`;
const position: SeenPosition = {
  latitude: 47.4,
  longitude: 8.5,
  accuracy: 12,
  at: "2026-11-20T08:28:00Z",
  currentUntil: "2026-11-20T08:33:00Z",
  keptUntil: "2026-11-20T09:28:00Z",
  minutesAway: 10,
  destination: { postalCode: "8001", city: "Zurich", latitude: 47.37, longitude: 8.54 },
  landmarks: [{ postalCode: "8004", latitude: 47.38, longitude: 8.52 }],
};

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(async () => {
  await endSharing();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "geolocation");
});

function openTracking(
  shown: Partial<SeenPosition> | null,
  status: Order["status"] = "pickup",
): TestServer & { container: HTMLElement } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${order.id}`]: { body: { ...order, status, position: shown && { ...position, ...shown } } },
    [`GET /api/orders/customer/${alice.id}`]: { body: [] },
  });
  const page = (
    <Routes>
      <Route path="/tracking/:orderId" element={<TrackingPage />} />
    </Routes>
  );
  return { ...server, container: renderScreen(page, { at: `/tracking/${order.id}` }).container };
}

test("the customer reads about how far away the provider is, and sees both on a map that keyboards reach", async () => {
  const { container } = openTracking({});

  const card = within(await screen.findByRole("region", { name: "Map with Bruno K. and 8001 Zurich" }));
  expect(screen.getByRole("heading", { name: "Where Bruno K. is" })).toBeVisible();
  expect(screen.getByText("Bruno K. is about 10 min away")).toBeVisible();
  expect(screen.getByText(/^Seen 2 minutes ago\. A rough guess from the distance to 8001 Zurich\.$/)).toBeVisible();
  expect(card.getByText("Bruno")).toBeVisible();
  expect(card.getByText("8001 Zurich")).toBeVisible();
  expect(card.getByRole("button", { name: "Zoom in" })).toBeVisible();
  expect(screen.getByRole("region", { name: /^Map with/ })).toHaveAttribute("tabindex", "0");
  expect(await axeViolations(container)).toEqual([]);
});

test("an old position says when the provider was last seen, and shows no minutes and no map", async () => {
  openTracking({ at: "2026-11-20T08:15:00Z", currentUntil: "2026-11-20T08:20:00Z", minutesAway: null });

  expect(await screen.findByText("Bruno K. was last seen today, 09:15")).toBeVisible();
  expect(screen.queryByText(/min away/)).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: /^Map with/ })).not.toBeInTheDocument();
});

test("a vague position is said to be one", async () => {
  openTracking({ accuracy: 3200, minutesAway: null });

  expect(await screen.findByText("Bruno K. is on the way", { selector: "p[role=status]" })).toBeVisible();
  expect(screen.getByText(/The position is known within about 3 km\./)).toBeVisible();
});

test("without a position there is no map", async () => {
  openTracking(null);
  expect((await screen.findAllByText("Pickup in Progress"))[0]).toBeVisible();
  expect(screen.queryByRole("heading", { name: /^Where/ })).not.toBeInTheDocument();
});

test("while the laundry is washed nobody sees where the provider is", async () => {
  openTracking({}, "washing");

  expect(await screen.findByText("Your clothes are being washed and ironed")).toBeVisible();
  expect(screen.queryByRole("heading", { name: /^Where/ })).not.toBeInTheDocument();
});

/** Opens bruno's workspace with the banners, on a phone with a fake geolocation. */
function openWorkspace(
  phone: Pick<Geolocation, "watchPosition">,
  jobs: Order[] = [order],
): TestServer & ReturnType<typeof renderScreen> {
  Object.defineProperty(navigator, "geolocation", {
    value: { clearWatch: () => undefined, ...phone },
    configurable: true,
  });
  const server = serve({
    "GET /api/auth/session": {
      body: { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } },
    },
    "GET /api/provider/week": { body: week },
    "GET /api/provider/offers": { body: [] },
    "GET /api/provider/orders": { body: jobs },
    [`PUT ${AT}`]: { status: 204 },
    [`DELETE ${STOP}`]: { status: 204 },
  });
  const page = (
    <>
      <Banners reload={() => Promise.resolve()} />
      <WorkspacePage />
    </>
  );
  return { ...server, ...renderScreen(page, { at: "/provider" }) };
}

const knows: Pick<Geolocation, "watchPosition"> = {
  watchPosition: (found) => {
    found({ coords: { latitude: 47.4, longitude: 8.5, accuracy: 12 } } as GeolocationPosition);
    return 1;
  },
};
const denied: Pick<Geolocation, "watchPosition"> = {
  watchPosition: (_, failed) => {
    queueMicrotask(() => failed?.({ code: 1 } as GeolocationPositionError));
    return 1;
  },
};

async function shareOnce({ user }: Pick<ReturnType<typeof renderScreen>, "user">): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Share my position" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Share your position?" }));
  expect(dialog.getByText(/Only Alice sees it, nobody else/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Share my position" }));
}

test("a provider is asked, sees that it runs, and stops it", async () => {
  const { user, callsOf } = openWorkspace(knows);
  await shareOnce({ user });

  const bar = within(await screen.findByRole("region", { name: "Position sharing" }));
  expect(await bar.findByText("Your position is shared with Alice")).toBeVisible();
  expect(callsOf(`PUT ${AT}`)[0]?.body).toEqual({
    latitude: 47.4,
    longitude: 8.5,
    accuracy: 12,
    at: "2026-11-20T08:30:00.000Z",
    orderId: order.id,
  });
  expect(screen.queryByRole("button", { name: "Share my position" })).not.toBeInTheDocument();

  await user.click(bar.getByRole("button", { name: "Stop" }));
  expect(screen.queryByRole("region", { name: "Position sharing" })).not.toBeInTheDocument();
  await waitFor(() => expect(callsOf(`DELETE ${STOP}`)).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Share my position" })).toBeVisible();
});

test("nothing is sent before the provider has said so, and nothing after no", async () => {
  const { user, calls } = openWorkspace(knows);
  await user.click(await screen.findByRole("button", { name: "Share my position" }));
  await user.click(await screen.findByRole("button", { name: "Not now" }));

  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(calls.filter(({ path }) => path === AT)).toEqual([]);
});

test("a browser that refuses is said to, with what to do", async () => {
  const { user, calls } = openWorkspace(denied);
  await shareOnce({ user });

  expect(
    await screen.findByText(/^Your browser does not let us see your position\. Allow it in the settings/),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "Position sharing" })).not.toBeInTheDocument();
  expect(calls.filter(({ path }) => path === AT)).toEqual([]);
});

test("there is a way during pickup and delivery alone", async () => {
  openWorkspace(knows, [{ ...order, status: "washing" }]);

  expect(await screen.findByRole("button", { name: "Message" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Share my position" })).not.toBeInTheDocument();
});
