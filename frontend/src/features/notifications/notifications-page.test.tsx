import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import type { Notification } from "@/api/types";
import { setOnline } from "@/test/connection";
import { axeViolations, renderScreen } from "@/test/render";
import { never, serve, signedIn } from "@/test/server";

import { NotificationsPage } from "./notifications-page";

function notice(fields: Partial<Notification> = {}): Notification {
  return {
    id: "44444444-4444-4444-8444-444444444444",
    kind: "order_confirmed",
    title: "Order Confirmed",
    body: "Bruno is preparing for pickup.",
    link: "/tracking/1",
    createdAt: new Date().toISOString(),
    readAt: null,
    ...fields,
  };
}

test("marks a notice as read when it is opened", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 1, results: [notice()] } },
    "POST /api/notifications/read": { body: { unread: 0 } },
  });
  const { user, container } = renderScreen(<NotificationsPage />, { at: "/notifications" });

  const link = await screen.findByRole("link", { name: /Order Confirmed.*Unread/ });
  expect(link).toHaveAttribute("href", "/tracking/1");
  expect(await axeViolations(container)).toEqual([]);
  await user.click(link);

  expect(server.callsOf("POST /api/notifications/read").map((call) => call.body)).toEqual([{ ids: [notice().id] }]);
});

test("marks all as read", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 1, results: [notice()] } },
    "POST /api/notifications/read": { body: { unread: 0 } },
  });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });

  const button = await screen.findByRole("button", { name: "Mark all as read" });
  server.setHandlers({
    "GET /api/notifications": { body: { unread: 0, results: [notice({ readAt: "2026-11-20T10:00:00Z" })] } },
  });
  await user.click(button);

  expect(await screen.findByRole("link", { name: /^Order Confirmed(?!.*Unread)/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(server.callsOf("POST /api/notifications/read")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() =>
    expect(server.callsOf("POST /api/notifications/read").map((call) => call.body)).toEqual([{ ids: [notice().id] }]),
  );
});

test("what could not be marked as read says so until it is tried again", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 1, results: [notice({ link: null })] } },
    "POST /api/notifications/read": { status: 503, body: { message: "Busy.", code: "database_busy" } },
  });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });
  const page = within(screen.getByRole("main"));

  await user.click(await screen.findByRole("button", { name: /Order Confirmed.*Unread/ }));
  expect(await page.findByRole("alert")).toHaveTextContent("Not marked as readBusy.");

  server.setHandlers({
    "POST /api/notifications/read": { body: { unread: 0 } },
    "GET /api/notifications": {
      body: { unread: 0, results: [notice({ link: null, readAt: "2026-11-20T10:00:00Z" })] },
    },
  });
  await user.click(screen.getByRole("button", { name: /Order Confirmed/ }));
  await waitFor(() => expect(page.queryByRole("alert")).not.toBeInTheDocument());
});

test("a second one can be read while the first is being marked", async () => {
  const results = ["1", "2"].map((id) => notice({ id, title: `Notice ${id}`, link: null }));
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 2, results } },
    "POST /api/notifications/read": never,
  });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });

  await user.click(await screen.findByRole("button", { name: /Notice 1/ }));
  await user.click(screen.getByRole("button", { name: /Notice 2/ }));

  expect(server.callsOf("POST /api/notifications/read").map((call) => call.body)).toEqual([
    { ids: ["1"] },
    { ids: ["2"] },
  ]);
});

test("all marked as read, once refused, are unread again and can be tried again", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 1, results: [notice()] } },
    "POST /api/notifications/read": { status: 503, body: { message: "Busy.", code: "database_busy" } },
  });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });

  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  // Closing the toast ends the time to undo.
  await user.click(screen.getByRole("button", { name: "Close" }));

  expect(await within(screen.getByRole("main")).findByText("Not marked as read")).toBeVisible();
  expect(screen.getByText("Unread")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(server.callsOf("POST /api/notifications/read")).toHaveLength(2));
});

test("all marked as read without a connection are unread at once", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 1, results: [notice()] } },
  });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });
  await screen.findByText("Unread");
  setOnline(false);
  server.setHandlers({
    "GET /api/notifications": () => {
      throw new TypeError("There is no connection.");
    },
  });

  await user.click(screen.getByRole("button", { name: "Mark all as read" }));

  expect(await within(screen.getByRole("main")).findByText("Not marked as read")).toBeVisible();
  expect(await screen.findByText("Unread")).toBeVisible();
});

test("all marked as read can be taken back for ten seconds", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 1, results: [notice()] } },
  });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(screen.queryByText("Unread")).not.toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Undo" }));

  expect(await screen.findByText("Unread")).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark all as read" })).toBeVisible();
  expect(server.callsOf("POST /api/notifications/read")).toEqual([]);
});

test("stand by day and, of one day, by order", async () => {
  const orderId = "33333333-3333-4333-8333-33333333abcd";
  const day = 24 * 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:00Z") });
  const about = (id: string, title: string, age: number, link: string | null): Notification =>
    notice({ id, title, link, createdAt: new Date(Date.now() - age).toISOString() });
  const results = [
    about("1", "Message from Bruno", 1000, `/tracking/${orderId}`),
    about("2", "Welcome", 2000, null),
    about("3", "Order Confirmed", 3000, `/tracking/${orderId}`),
    about("4", "Order Placed", day, `/tracking/${orderId}`),
  ];
  serve({ "GET /api/auth/session": { body: signedIn }, "GET /api/notifications": { body: { unread: 4, results } } });
  const { container } = renderScreen(<NotificationsPage />, { at: "/notifications" });

  const today = within(await screen.findByRole("region", { name: "Today" }));
  const ofOrder = within(today.getByRole("heading", { name: "Order 3333abcd" }).closest("li") ?? document.body);
  expect(ofOrder.getAllByRole("link").map((link) => /Message|Confirmed/.exec(link.textContent)?.[0])).toEqual([
    "Message",
    "Confirmed",
  ]);
  expect(today.getByRole("button", { name: /Welcome/ })).toBeVisible();
  expect(
    within(screen.getByRole("region", { name: "Yesterday" })).getByRole("link", { name: /Order Placed/ }),
  ).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  vi.useRealTimers();
});

test("remembers in this browser what a visitor has read", async () => {
  const server = serve({ "GET /api/notifications": { body: { unread: 1, results: [notice({ link: null })] } } });
  const { user } = renderScreen(<NotificationsPage />, { at: "/notifications" });

  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));

  expect(screen.queryByText("Unread")).not.toBeInTheDocument();
  expect(server.callsOf("POST /api/notifications/read")).toEqual([]);
});

test("says when there is nothing", async () => {
  serve({ "GET /api/auth/session": { body: signedIn } });
  renderScreen(<NotificationsPage />, { at: "/notifications" });

  expect(await screen.findByText("Nothing new")).toBeVisible();
});
