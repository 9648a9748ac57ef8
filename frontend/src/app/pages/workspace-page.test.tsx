import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";

import { WorkspacePage } from "./workspace-page";

const bruno = { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } };
const session = { "GET /api/auth/session": { body: bruno } };
const customer = { id: alice.id, firstName: "Alice", lastName: "Meier", phone: "+41 79 000 00 00" };
const job = makeOrder({ customer, allowedTransitions: ["pickup"], specialInstructions: "Ring twice" });
const later = makeOrder({ id: "66666666-6666-4666-8666-66666666beef", customer, pickupTime: "2026-11-21T13:00:00Z", status: "washing", allowedTransitions: ["delivery"] });
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

  const cards = await screen.findAllByRole("heading", { level: 2 });
  expect(cards.map((card) => card.textContent)).toEqual(["Alice Meier · Order 3333abcd", "Alice Meier · Order 6666beef"]);
  expect(screen.getByText("Ring twice")).toBeVisible();
  expect(screen.getAllByText("Bahnhofstrasse 1, Zurich 8001")[0]).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  server.answer({ "GET /api/provider/orders": { body: [later, unpaid, { ...job, status: "pickup", allowedTransitions: ["washing"] }] } });
  await user.click(screen.getByRole("button", { name: "Start pickup" }));

  expect(await screen.findByRole("button", { name: "Start washing" })).toBeEnabled();
  expect(await screen.findByText("Alice has been told.")).toBeVisible();
  expect(server.callsOf(`POST /api/orders/${job.id}/status`).map((call) => call.body)).toEqual([{ status: "pickup" }]);
});

test("keeps address and phone of an unpaid order out of sight", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [unpaid] } });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("tab", { name: "Not paid yet (1)" }));

  expect(screen.getByText("Address and phone number appear once the order is paid.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Call" })).not.toBeInTheDocument();
});

test("declines a pending order after asking", async () => {
  const asked = { ...job, status: "pending" as const, needsProviderAnswer: true, allowedTransitions: ["confirmed" as const, "cancelled" as const] };
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [asked] },
    [`POST /api/orders/${job.id}/status`]: { body: {} },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("button", { name: "Accept order" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = within(screen.getByRole("dialog", { name: "Decline this order?" }));
  expect(dialog.getByText("Alice gets everything back. The place becomes free again.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Decline order" }));

  expect(await screen.findByText("Order declined")).toBeVisible();
  expect(server.callsOf(`POST /api/orders/${job.id}/status`).map((call) => call.body)).toEqual([{ status: "cancelled" }]);
});

test("says why a step was refused and shows how the job stands now", async () => {
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    [`POST /api/orders/${job.id}/status`]: { status: 409, body: { message: "This order was cancelled.", code: "transition_not_allowed" } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const button = await screen.findByRole("button", { name: "Start pickup" });
  server.answer({ "GET /api/provider/orders": { body: [{ ...job, status: "cancelled", allowedTransitions: [] }] } });
  await user.click(button);

  expect(await screen.findByText("This order was cancelled.")).toBeVisible();
  expect(await screen.findByText("No jobs to do")).toBeVisible();
});

test("tells somebody who is not a provider how to become one", async () => {
  serve({ "GET /api/auth/session": { body: signedIn } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("link", { name: "Become a provider" })).toHaveAttribute("href", "/provider/apply");
});

test("opens at the job that the address names", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [job, unpaid] } });
  renderScreen(<WorkspacePage />, { at: `/provider#${unpaid.id}` });

  expect(await screen.findByRole("tab", { name: "Not paid yet (1)", selected: true })).toBeVisible();
  await waitFor(() => expect(screen.getByText(/Order 7777cafe/).closest("li")).toHaveFocus());
});

test("leads to the provider's week", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("link", { name: "Your week" })).toHaveAttribute("href", "/provider/schedule");
});

test("loads what was done long ago page by page", async () => {
  const done = (number: number): typeof job =>
    makeOrder({ id: `44444444-4444-4444-8444-${String(number).padStart(12, "0")}`, customer, status: "completed", pickupTime: `20${String(10 + Math.floor(number / 28)).padStart(2, "0")}-11-${String((number % 28) + 1).padStart(2, "0")}T13:00:00Z` });
  const latest = Array.from({ length: 50 }, (_, index) => done(index + 3));
  const oldest = done(3).id;
  serve({
    ...session,
    "GET /api/provider/orders": { body: [job, ...latest] },
    [`GET /api/provider/orders/history?before=${oldest}`]: { body: { orders: [done(2), done(1)], next: null } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("tab", { name: "Done (50+)" }));
  await user.click(screen.getByRole("button", { name: "Show older jobs" }));

  expect(await screen.findByRole("tab", { name: "Done (52)" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show older jobs" })).not.toBeInTheDocument();
});
