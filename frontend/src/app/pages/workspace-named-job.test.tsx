import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { setOnline } from "@/test/connection";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { makeOrder, serve } from "@/test/server";
import { customer, job, later, session } from "@/test/workspace";

import { WorkspacePage } from "./workspace-page";

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const unpaid = makeOrder({
  id: "77777777-7777-4777-8777-77777777cafe",
  status: "pending",
  paymentStatus: "unpaid",
  customer,
});

test("opens at the job that the address names", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [job, unpaid] } });
  renderScreen(<WorkspacePage />, { at: `/provider#${unpaid.id}` });

  expect(await screen.findByRole("tab", { name: "Not paid yet (1)", selected: true })).toBeVisible();
  await waitFor(() => expect(screen.getByText(/Order 7777cafe/).closest("li")).toHaveFocus());
});

/** Fifty finished jobs, all that the list has of them. */
const finished = Array.from({ length: 50 }, (_, index) =>
  makeOrder({ id: `44444444-4444-4444-8444-${String(index).padStart(12, "0")}`, customer, status: "completed" }),
);
const longDone = makeOrder({
  id: "55555555-5555-4555-8555-5555555501ce",
  providerId: "p1",
  customer,
  status: "completed",
  pickupTime: "2026-01-05T13:00:00Z",
});

test("opens at a job that was done too long ago to be in the list, and older ones still follow the list", async () => {
  const oldest = finished[0]?.id ?? "";
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: finished },
    [`GET /api/orders/${longDone.id}`]: { body: longDone },
    [`GET /api/provider/orders/history?before=${oldest}`]: { body: { orders: [longDone], next: null } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: `/provider#${longDone.id}` });

  expect(await screen.findByRole("tab", { name: "Done (51+)", selected: true })).toBeVisible();
  await waitFor(() => expect(screen.getByText(/Order 555501ce/).closest("li")).toHaveFocus());
  await user.click(await screen.findByRole("button", { name: "Show older jobs" }));

  expect(await screen.findByRole("tab", { name: "Done (51)", selected: true })).toBeVisible();
  expect(screen.getAllByText(/Order 555501ce/)).toHaveLength(1);
  expect(server.callsOf(`GET /api/orders/${longDone.id}`)).toHaveLength(1);
});

test.each([
  ["nobody's", { status: 404, body: { code: "not_found", message: "There is no such order." } }],
  ["another provider's", { body: { ...longDone, providerId: "p2" } }],
])("says so if the job that the address names is %s by now", async (_whose, reply) => {
  serve({ ...session, "GET /api/provider/orders": { body: [job] }, [`GET /api/orders/${longDone.id}`]: reply });
  renderScreen(<WorkspacePage />, { at: `/provider#${longDone.id}` });

  expect(await screen.findByText("This job is not yours any more.")).toBeVisible();
  expect(screen.getByRole("tab", { name: "To do (1)", selected: true })).toBeVisible();
  expect(screen.queryByText(/Order 555501ce/)).not.toBeInTheDocument();
});

test("a job that the address names and that could not be loaded is asked for again", async () => {
  const read = `GET /api/orders/${longDone.id}`;
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    [read]: { status: 500, body: {} },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: `/provider#${longDone.id}` });

  expect(await screen.findByText("This job could not be loaded.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start pickup" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({ [read]: { body: longDone } });
  const [own] = screen.getAllByRole("alert").filter((alert) => alert.textContent.includes("This job"));
  await user.click(within(own ?? document.body).getByRole("button", { name: "Try again" }));

  expect(await screen.findByText(/Order 555501ce/)).toBeVisible();
  expect(screen.queryByText("This job could not be loaded.")).not.toBeInTheDocument();
});

test("opens the job that a notification names while the page is open", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [job, later] } });
  const { user } = renderScreen(
    <>
      <Link to={`/provider#${later.id}`}>Notification</Link>
      <WorkspacePage />
    </>,
    { at: "/provider" },
  );
  const row = await screen.findByRole("button", { name: /Alice Meier/, expanded: false });

  await user.click(screen.getByRole("link", { name: "Notification" }));

  await waitFor(() => expect(row.closest("li")).toHaveFocus());
  expect(row).toHaveAttribute("aria-expanded", "true");
});

test("a link to a job's conversation opens it above the job, once", async () => {
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [job, unpaid] },
    [`GET /api/orders/${unpaid.id}/messages`]: { body: [] },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: `/provider#${unpaid.id}/messages` });

  const dialog = within(await screen.findByRole("dialog", { name: `Messages with ${customer.firstName}` }));
  expect(await dialog.findByRole("textbox", { name: "Your message" })).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Close" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByText(/Order 7777cafe/)).toBeVisible();
  // The list has it, also on a device without a connection.
  expect(server.callsOf(`GET /api/orders/${unpaid.id}`)).toEqual([]);
});

test("a link to the conversation of a job that the list has no more opens it, too", async () => {
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    [`GET /api/orders/${longDone.id}`]: { body: longDone },
    [`GET /api/orders/${longDone.id}/messages`]: { body: [] },
  });
  renderScreen(<WorkspacePage />, { at: `/provider#${longDone.id}/messages` });

  expect(await screen.findByRole("dialog", { name: `Messages with ${customer.firstName}` })).toBeVisible();
});

test("without a connection a link to a job's conversation opens it from the list that the device has", async () => {
  setOnline(false);
  const lost = (): never => {
    throw new TypeError("The connection was cut.");
  };
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    [`GET /api/orders/${job.id}`]: lost,
    [`GET /api/orders/${job.id}/messages`]: lost,
  });
  renderScreen(<WorkspacePage />, { at: `/provider#${job.id}/messages` });

  const dialog = within(await screen.findByRole("dialog", { name: `Messages with ${customer.firstName}` }));
  expect(await dialog.findByRole("textbox", { name: "Your message" })).toBeVisible();
});

test("a link to another job's conversation opens that one, and what was written in the first is kept for it", async () => {
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job, later] },
    ...Object.fromEntries([job, later].map(({ id }) => [`GET /api/orders/${id}/messages`, { body: [] }])),
  });
  const { user } = renderScreen(
    <>
      <Link to={`/provider#${later.id}/messages`}>Notification</Link>
      <WorkspacePage />
    </>,
    { at: `/provider#${job.id}/messages` },
  );
  const field = (): Promise<HTMLElement> => screen.findByRole("textbox", { name: "Your message" });
  await enter(user, await field(), "I am at your door.");

  fireEvent.click(screen.getByText("Notification"));
  await waitFor(async () => expect(await field()).toHaveValue(""));
  await user.click(screen.getByRole("button", { name: "Close" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const [first] = screen.getAllByRole("button", { name: "Message" });
  await user.click(first ?? document.body);
  expect(await field()).toHaveValue("I am at your door.");
});

test("a link to the conversation of a job that is another provider's by now says so", async () => {
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    [`GET /api/orders/${longDone.id}`]: { status: 404, body: { code: "not_found", message: "No such order." } },
  });
  renderScreen(<WorkspacePage />, { at: `/provider#${longDone.id}/messages` });

  expect(await screen.findByText("This job is not yours any more.")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
