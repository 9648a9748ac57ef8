import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Notification } from "@/resources/types";
import { axeViolations, renderScreen } from "@/test/render";
import { serve, signedIn } from "@/test/server";

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
  server.answer({ "GET /api/notifications": { body: { unread: 0, results: [notice({ readAt: "2026-11-20T10:00:00Z" })] } } });
  await user.click(button);

  expect(await screen.findByRole("link", { name: /^Order Confirmed(?!.*Unread)/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument();
  expect(server.callsOf("POST /api/notifications/read").map((call) => call.body)).toEqual([{}]);
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
