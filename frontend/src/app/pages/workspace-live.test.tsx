import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { useNotifications } from "@/api/notifications/use-notifications";
import type { Notification } from "@/api/types";
import { writeStored } from "@/lib/storage";
import { renderScreen } from "@/test/render";
import { serve } from "@/test/server";
import { job, session } from "@/test/workspace";

import { WorkspacePage } from "./workspace-page";

afterEach(() => writeStored("local", "job-sound", null));

function notice(id: string, fields: Partial<Notification>): Notification {
  return {
    id,
    kind: "order_confirmed",
    title: "New order",
    body: "Everything is paid.",
    link: "/provider",
    createdAt: "2026-11-20T08:30:00Z",
    readAt: null,
    ...fields,
  };
}

/** Simulates a live event: fetches the notifications again. */
function LiveEvent(): ReactElement {
  const { refresh } = useNotifications();
  return <button onClick={() => void refresh()}>Live event</button>;
}

test("says what happens to jobs while the page is open, and plays a sound where that is switched on", async () => {
  const started: number[] = [];
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      destination = {};
      resume = (): Promise<void> => Promise.resolve();
    },
  );
  vi.stubGlobal(
    "OscillatorNode",
    class {
      connect = (next: unknown): unknown => next;
      start = (at: number): void => void started.push(at);
      stop = vi.fn();
    },
  );
  vi.stubGlobal(
    "GainNode",
    class {
      gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
      connect = (next: unknown): unknown => next;
    },
  );
  const old = notice("1", { title: "Old news" });
  const list = (...results: Notification[]): Record<string, { body: unknown }> => ({
    "GET /api/notifications": { body: { unread: results.length, results } },
  });
  const server = serve({ ...session, ...list(old), "GET /api/provider/orders": { body: [job] } });
  const { user } = renderScreen(
    <>
      <WorkspacePage />
      <LiveEvent />
    </>,
    { at: "/provider" },
  );
  await screen.findByRole("heading", { name: "Now" });
  // Whatever the first list has is not new.
  await waitFor(() => expect(server.callsOf("GET /api/notifications")).toHaveLength(1));

  server.setHandlers(list(notice("2", {}), old));
  await user.click(screen.getByRole("button", { name: "Live event" }));
  expect(await screen.findByText("New order")).toBeVisible();
  expect(screen.queryByText("Old news")).not.toBeInTheDocument();
  expect(started).toEqual([]);

  await user.click(await screen.findByRole("switch", { name: "Sound for news" }));
  expect(started).toHaveLength(2);
  server.setHandlers(list(notice("3", { kind: "order_cancelled", title: "Order cancelled" }), notice("2", {}), old));
  await user.click(screen.getByRole("button", { name: "Live event" }));
  expect(await screen.findByText("Order cancelled")).toBeVisible();
  await waitFor(() => expect(started).toHaveLength(4));

  // Notifications of bruno's own orders as a customer are not about jobs.
  server.setHandlers(
    list(notice("4", { title: "Out for delivery", kind: "order_delivery", link: "/tracking/x" }), old),
  );
  await user.click(screen.getByRole("button", { name: "Live event" }));
  await waitFor(() => expect(server.callsOf("GET /api/notifications")).toHaveLength(4));
  expect(screen.queryByText("Out for delivery")).not.toBeInTheDocument();
});

test.each([
  ["order_rescheduled", "Pickup moved"],
  ["order_edited", "Order changed"],
  ["payment_returned", "A payment went back"],
])("announces %s, of which an open workspace keeps the push away", async (kind, title) => {
  const list = (...results: Notification[]): Record<string, { body: unknown }> => ({
    "GET /api/notifications": { body: { unread: results.length, results } },
  });
  const server = serve({ ...session, ...list(), "GET /api/provider/orders": { body: [job] } });
  const { user } = renderScreen(
    <>
      <WorkspacePage />
      <LiveEvent />
    </>,
    { at: "/provider" },
  );
  await screen.findByRole("heading", { name: "Now" });
  // Whatever the first list has is not new.
  await waitFor(() => expect(server.callsOf("GET /api/notifications")).toHaveLength(1));

  server.setHandlers(list(notice("2", { kind, title, link: `/provider#${job.id}` })));
  await user.click(screen.getByRole("button", { name: "Live event" }));

  expect(await screen.findByText(title)).toBeVisible();
});
