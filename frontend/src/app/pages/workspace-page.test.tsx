import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { makeApplication, unbegun } from "@/test/application";
import { axeViolations, renderScreen } from "@/test/render";
import type { Week } from "@/api/types";
import { makeOrder, serve, signedIn } from "@/test/server";
import { bruno, customer, job, later, orange, session, week } from "@/test/workspace";

import { WorkspacePage } from "./workspace-page";

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const id = (number: number): string => `88888888-8888-4888-8888-${String(number).padStart(12, "0")}`;

const unpaid = makeOrder({
  id: "77777777-7777-4777-8777-77777777cafe",
  status: "pending",
  paymentStatus: "unpaid",
  customer: { ...customer, lastName: "M", phone: null },
  pickupAddress: null,
  deliveryAddress: null,
  allowedTransitions: ["cancelled"],
});

test("lists jobs in the order of the day and moves one to its next step", async () => {
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [later, unpaid, job] },
    [`POST /api/orders/${job.id}/status`]: { body: {} },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const now = within(await screen.findByRole("region", { name: "Now" }));
  expect(now.getByRole("heading", { level: 3 })).toHaveTextContent("Alice Meier · Order 3333abcd");
  expect(await screen.findByRole("heading", { name: "At home (1)" })).toBeVisible();
  expect(screen.getByText("Ring twice")).toBeVisible();
  expect(screen.getAllByText("Bahnhofstrasse 1, Zurich 8001")[0]).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({
    "GET /api/provider/orders": {
      body: [later, unpaid, { ...job, status: "pickup", allowedTransitions: ["washing"] }],
    },
  });
  await user.click(screen.getByRole("button", { name: "Start pickup" }));
  expect(await screen.findByText("Alice is told in a few seconds.")).toBeVisible();
  expect(server.callsOf(`POST /api/orders/${job.id}/status`)).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Close" }));

  expect(await screen.findByRole("button", { name: "Start washing" })).toBeEnabled();
  const [sent, ...others] = server.callsOf(`POST /api/orders/${job.id}/status`);
  expect([sent?.body, sent?.headers.get("If-Match"), others]).toEqual([
    { status: "pickup", at: expect.any(String) as string },
    job.etag,
    [],
  ]);
});

test("keeps address and phone of an unpaid order out of sight", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [unpaid] } });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("tab", { name: "Not paid yet (1)" }));

  expect(screen.getByText("Address and phone number appear once the order is paid.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Call" })).not.toBeInTheDocument();
});

test("tells somebody who is not a provider how to become one", async () => {
  serve({ "GET /api/auth/session": { body: signedIn }, "GET /api/provider-application": { body: unbegun() } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("link", { name: "Become a provider" })).toHaveAttribute("href", "/provider/apply");
});

test("whoever cannot be asked for an application is told the same", async () => {
  serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/provider-application": { status: 503, body: { message: "Busy.", code: "database_busy" } },
  });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("link", { name: "Become a provider" })).toBeVisible();
});

test.each([
  ["submitted", "Your application is being reviewed", "See application"],
  ["changes", "Your application needs a change", "Continue application"],
  ["draft", "Your application is not handed in yet", "Continue application"],
] as const)("whoever has applied reads how far that is: %s", async (status, title, action) => {
  const application = makeApplication({ status, submittedAt: "2026-11-19T09:00:00Z", decisionBy: "2026-12-02" });
  serve({ "GET /api/auth/session": { body: signedIn }, "GET /api/provider-application": { body: application } });
  const { container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole("link", { name: action })).toHaveAttribute("href", "/provider/apply");
  if (status === "submitted") expect(screen.getByText(/^You hear from us by Wed 2 Dec\./)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("what is on the way stands apart, with its day if that is not today", async () => {
  const way = { customer: { ...customer, lastName: "M" }, allowedTransitions: [] };
  const back = { ...job, ...way, id: id(1), status: "delivery" as const, returnBy: "2026-11-21T15:00:00Z" };
  const backToday = { ...back, id: id(2), returnBy: "2026-11-20T15:00:00Z" };
  const early = { ...job, ...way, id: id(3), status: "pickup" as const, pickupTime: "2026-11-21T13:00:00Z" };
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job, back, backToday, early] },
  });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("heading", { name: "Under way (3)" })).toBeVisible();
  expect(screen.getByText("by tomorrow, 16:00")).toBeVisible();
  expect(screen.getByText("by 16:00")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Tomorrow, 14:00-15:00/ })).toBeVisible();
});

test("loads what was done long ago page by page", async () => {
  const done = (number: number): typeof job =>
    makeOrder({
      id: `44444444-4444-4444-8444-${String(number).padStart(12, "0")}`,
      customer,
      status: "completed",
      pickupTime: `20${String(10 + Math.floor(number / 28)).padStart(2, "0")}-11-${String((number % 28) + 1).padStart(2, "0")}T13:00:00Z`,
    });
  const latest = Array.from({ length: 50 }, (_, index) => done(index + 3));
  const oldest = done(3).id;
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job, ...latest] },
    [`GET /api/provider/orders/history?before=${oldest}`]: { body: { orders: [done(2), done(1)], next: null } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("tab", { name: "Done (50+)" }));
  await user.click(await screen.findByRole("button", { name: "Show older jobs" }));

  expect(await screen.findByRole("tab", { name: "Done (52)" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show older jobs" })).not.toBeInTheDocument();
});

test("what was done long ago is fetched again once its customer is rated", async () => {
  const done = (number: number, fields = {}): typeof job =>
    makeOrder({
      id: `44444444-4444-4444-8444-${String(number).padStart(12, "0")}`,
      customer,
      status: "completed",
      ...fields,
    });
  const latest = Array.from({ length: 50 }, (_, index) => done(index + 2));
  const state = { shownBy: null, editableUntil: null, customerRating: null, canRateCustomer: true };
  const page = `GET /api/provider/orders/history?before=${done(2).id}`;
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: latest },
    [page]: { body: { orders: [done(1, { reviewState: state })], next: null } },
    [`PUT /api/orders/${done(1).id}/customer-rating`]: { status: 204, body: null },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await user.click(await screen.findByRole("tab", { name: "Done (50+)" }));
  await user.click(await screen.findByRole("button", { name: "Show older jobs" }));
  const given = { ...state, customerRating: 4, canRateCustomer: false };
  server.setHandlers({ [page]: { body: { orders: [done(1, { reviewState: given })], next: null } } });

  await user.click(await screen.findByRole("button", { name: "Rate Alice" }));
  await user.click(await screen.findByRole("radio", { name: /^4 of 5/ }));
  await user.click(screen.getByRole("button", { name: "Submit Rating" }));

  expect(await screen.findByText("You rated Alice:")).toBeVisible();
  expect(server.callsOf(page)).toHaveLength(2);
});

test("older jobs that could not be loaded say so above the button", async () => {
  const done = Array.from({ length: 50 }, (_, index) =>
    makeOrder({ id: `44444444-4444-4444-8444-${String(index).padStart(12, "0")}`, customer, status: "completed" }),
  );
  serve({ ...session, "GET /api/provider/orders": { body: done } });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("tab", { name: "Done (50+)" }));
  await user.click(await screen.findByRole("button", { name: "Show older jobs" }));

  expect(await within(screen.getByRole("main")).findByRole("alert")).toBeVisible();
  expect(screen.getByRole("button", { name: "Show older jobs" })).toBeEnabled();
});

/** The section titles with the first names of the customers in each. */
function board(): string[][] {
  return screen.getAllByRole("region").map((section) => [
    within(section).getByRole("heading", { level: 2 }).textContent,
    ...within(section)
      .getAllByRole("heading", { level: 3 })
      .map((row) => /\S+(?= Meier)/.exec(row.innerHTML.replaceAll(/<[^>]*>/gu, " "))?.[0] ?? ""),
  ]);
}

const named = (firstName: string): typeof customer => ({ ...customer, firstName });

test.each([
  ["2026-11-20T10:30:00Z", "Answer by 11:30 · 2 hours left"],
  ["2026-11-20T10:29:00Z", "Answer by 11:29 · more than 1 hour left"],
  ["2026-11-20T10:00:00Z", "Answer by 11:00 · 90 minutes left"],
])("says exactly how long is left to answer by %s", async (answerBy, text) => {
  const asked = makeOrder({ status: "pending", needsProviderAnswer: true, answerBy, customer });
  serve({ ...session, "GET /api/provider/orders": { body: [asked] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(text)).toBeVisible();
});

test("shows one job to do now, and the others in a line each: what waits, what is late, each day, what is at home", async () => {
  const asked = makeOrder({
    id: id(1),
    customer: named("Ada"),
    status: "pending",
    needsProviderAnswer: true,
    answerBy: "2026-11-20T09:05:00Z",
    pickupTime: "2026-11-23T13:00:00Z",
    allowedTransitions: ["confirmed", "cancelled"],
  });
  const overdue = makeOrder({
    id: id(2),
    customer: named("Lea"),
    pickupTime: "2026-11-20T07:00:00Z",
    pickupUntil: "2026-11-20T08:00:00Z",
    deadline: { step: "pickup", at: "2026-11-20T08:00:00Z" },
    allowedTransitions: ["pickup"],
  });
  const tomorrow = makeOrder({
    id: id(3),
    customer: named("Tom"),
    pickupTime: "2026-11-21T13:00:00Z",
    allowedTransitions: ["pickup"],
  });
  const washing = makeOrder({
    id: id(4),
    customer: named("Mia"),
    status: "washing",
    pickupTime: "2026-11-19T13:00:00Z",
    returnBy: "2026-11-22T13:00:00Z",
    allowedTransitions: ["delivery"],
  });
  const handlers = {
    ...session,
    "GET /api/provider/orders": { body: [washing, tomorrow, job, overdue, asked] },
    [`POST /api/orders/${asked.id}/status`]: { body: {} },
  };
  const server = serve(handlers);
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await screen.findByRole("heading", { name: "Late (1)" });

  expect(board()).toEqual([
    ["Now", "Ada"],
    ["Late (1)", "Lea"],
    ["Today (1)", "Alice"],
    ["Tomorrow (1)", "Tom"],
    ["At home (1)", "Mia"],
  ]);
  expect(orange()).toEqual(["Accept order"]);
  expect(screen.getByText("Answer by 10:05 · 35 minutes left")).toBeVisible();
  expect(screen.getByText("Pickup late since today, 09:00")).toBeVisible();
  expect(screen.getByText("Back by Sun 22 Nov")).toBeVisible();
  expect(screen.getByRole("button", { name: /^14:00 Tom Meier/ })).toHaveAttribute("aria-expanded", "false");
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({
    "GET /api/provider/orders": {
      body: [
        washing,
        tomorrow,
        job,
        overdue,
        { ...asked, status: "confirmed", needsProviderAnswer: false, answerBy: null, allowedTransitions: ["pickup"] },
      ],
    },
  });
  await user.click(screen.getByRole("button", { name: "Accept order" }));
  // The accepted one keeps its place as long as that can be undone.
  expect(board()[0]).toEqual(["Now", "Ada", "Lea"]);
  expect(orange()).toEqual(["Start pickup"]);
  await user.click(screen.getByRole("button", { name: "Close" }));

  await waitFor(() => expect(board()[0]).toEqual(["Now", "Lea"]));
  expect(orange()).toEqual(["Start pickup"]);

  await user.click(screen.getByRole("button", { name: /^14:00 Tom Meier/ }));
  const opened = within(screen.getByRole("region", { name: "Tomorrow (1)" }));
  expect(opened.getByRole("button", { name: "Start pickup" })).not.toHaveClass("bg-accent");
  expect(opened.getByRole("link", { name: "Call" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("two orders at one door are one stop: said once where, each with a step of its own", async () => {
  const twin = makeOrder({ id: "88888888-8888-4888-8888-88888888face", customer, allowedTransitions: ["pickup"] });
  const evening = { pickupTime: "2026-11-21T16:00:00Z", customer, allowedTransitions: ["pickup" as const] };
  const pair = ["1", "2"].map((end) => makeOrder({ id: `99999999-9999-4999-8999-99999999000${end}`, ...evening }));
  serve({ ...session, "GET /api/provider/orders": { body: [job, twin, ...pair] } });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const now = within(await screen.findByRole("region", { name: "Now" }));
  expect(now.getAllByRole("button", { name: "Start pickup" })).toHaveLength(2);
  expect(now.getAllByRole("link", { name: /open in the map$/ })).toHaveLength(1);
  expect(now.getByText("At the same door")).toBeVisible();
  expect(orange()).toEqual(["Start pickup"]);

  await user.click(await screen.findByRole("button", { name: /^17:00 Alice Meier · 2 orders/ }));
  expect(screen.getByText(/Order 99990001/)).toBeVisible();
  expect(screen.getByText(/Order 99990002/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("where nothing is to be done now, the next job stands first, and nothing is orange", async () => {
  const tomorrow = { ...job, pickupTime: "2026-11-21T13:00:00Z" };
  serve({ ...session, "GET /api/provider/orders": { body: [tomorrow] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  const next = within(await screen.findByRole("region", { name: "Next" }));
  expect(next.getByRole("button", { name: "Start pickup" })).not.toHaveClass("bg-accent");
});

test("an address opens the map of the device", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [job] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  const mapLink = await screen.findByRole("link", { name: /^Bahnhofstrasse 1, Zurich 8001.*open in the map$/ });
  expect(mapLink).toHaveAttribute(
    "href",
    "https://www.openstreetmap.org/search?query=Bahnhofstrasse%201%2C%20Zurich%208001",
  );
});

test("a paused provider sees at the top until when, and takes bookings again", async () => {
  const paused: Week = { ...week, isPaused: true, pausedUntil: "2026-11-23", mayResume: true };
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    "GET /api/provider/week": { body: paused },
    "POST /api/provider/resume": { body: {} },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText("No new bookings. You are back on Mon 23 Nov.")).toBeVisible();
  expect(orange()).toEqual(["Start pickup"]);
  server.setHandlers({ "GET /api/provider/week": { body: week } });
  await user.click(screen.getByRole("button", { name: "Take bookings again" }));

  await waitFor(() => expect(screen.queryByText("You are paused")).not.toBeInTheDocument());
  expect(server.callsOf("POST /api/provider/resume")).toHaveLength(1);
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("a new provider without working hours is led to the week", async () => {
  serve({
    ...session,
    "GET /api/provider/week": { body: { ...week, windows: [] } },
    "GET /api/provider/orders": { body: [] },
  });
  const { container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText("Set your week first")).toBeVisible();
  expect(screen.getByText("Without working hours nobody can book you.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Set your week" })).toHaveAttribute("href", "/provider/schedule");
  expect(screen.queryByText("No jobs to do")).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("a provider whose address is not confirmed reads that above the jobs, and has the link sent again", async () => {
  const sent = "POST /api/profile/email-verification";
  const server = serve({
    ...session,
    "GET /api/auth/session": { body: { ...bruno, user: { ...bruno.user, emailVerified: false } } },
    "GET /api/provider/orders": { body: [job] },
    [sent]: { body: { success: true } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "Send again" }));

  expect(await screen.findByText(/^Sent to alice@example.com/)).toBeVisible();
  expect(server.callsOf(sent)).toHaveLength(1);
});
