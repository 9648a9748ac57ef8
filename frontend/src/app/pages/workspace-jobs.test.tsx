import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";
import { linesOf, makeCare, makeOrder, serve } from "@/test/server";
import { customer, job, later, session } from "@/test/workspace";

import { WorkspacePage } from "./workspace-page";

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a job says first how its laundry is to be done, allergies before all", async () => {
  const care = makeCare({ notes: "On hangers" });
  serve({ ...session, "GET /api/provider/orders": { body: [{ ...job, care }] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  const shown = await screen.findByRole("group", { name: "Care profile" });

  expect(shown).toHaveTextContent(
    "Allergies: Lavenderdetergent for sensitive skin · 30 °C · no softener · shirts ironedOn hangers",
  );
  const lines = await screen.findByText("Standard wash and fold, 10 kg");
  const address = screen.getAllByText("Bahnhofstrasse 1, Zurich 8001")[0];
  for (const after of [address, lines])
    expect(shown.compareDocumentPosition(after as Node) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("a job shows the price by its lines, and what of it is the provider's", async () => {
  const addOns = [{ id: "coat" as const, name: "Dry cleaning: coat", quantity: 2, amount: "50.00" }];
  const order = makeOrder({
    ...job,
    serviceAmount: "75.00",
    addOns,
    lines: linesOf({ serviceAmount: "75.00", addOns }),
  });
  serve({ ...session, "GET /api/provider/orders": { body: [{ ...order, providerEarning: "75.00" }] } });
  const { container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await screen.findByText("You earn");

  const rows = screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(rows.slice(0, 3)).toEqual([
    ["Standard wash and fold, 10 kg", "CHF 25.00"],
    ["2 × Dry cleaning: coat", "CHF 50.00"],
    ["You earn", "CHF 75.00"],
  ]);
  expect(screen.queryByText("Platform fee")).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test("of extra weight a job says the whole weight, and one cached without lines what is to be done", async () => {
  const heavy = makeOrder({
    ...job,
    weight: "12.5",
    lines: [...linesOf({}), { id: "extra_weight", name: "Extra weight (2.5 kg)", quantity: 1, amount: "8.75" }],
  });
  const server = serve({ ...session, "GET /api/provider/orders": { body: [heavy] } });
  const { unmount } = renderScreen(<WorkspacePage />, { at: "/provider" });
  expect(await screen.findByText("Standard wash and fold, 12.5 kg")).toBeVisible();
  unmount();

  server.setHandlers({ "GET /api/provider/orders": { body: [{ ...heavy, lines: undefined }] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });
  expect(await screen.findByText("Standard wash and fold, 12.5 kg")).toBeVisible();
});

test("a job in one line says whether there are allergies, and nothing where there are none", async () => {
  const care = makeCare({ allergies: "Lavender, and nuts" });
  const server = serve({ ...session, "GET /api/provider/orders": { body: [job, { ...later, care }] } });
  const { user, container, unmount } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const row = await screen.findByRole("button", { name: /Alice Meier.*Allergies/ });
  expect(await axeViolations(container)).toEqual([]);
  await user.click(row);
  expect(await screen.findByText("Allergies: Lavender, and nuts")).toBeVisible();
  unmount();

  const without = { ...later, care: makeCare({ allergies: "" }) };
  server.setHandlers({ "GET /api/provider/orders": { body: [job, without] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });
  await screen.findByRole("button", { name: /Alice Meier/ });
  expect(screen.queryByText("Allergies")).toBeNull();
});

test("an express job says when it is to be back, in its line and in full, before its pickup, too", async () => {
  const express = { id: "express" as const, name: "Express", quantity: 1, amount: "10.00" };
  const fields = { customer, addOns: [express], serviceAmount: "35.00", allowedTransitions: ["pickup" as const] };
  const first = makeOrder({ ...fields, returnBy: "2026-11-21T13:00:00Z" });
  const second = makeOrder({
    ...fields,
    id: "88888888-8888-4888-8888-000000000001",
    customer: { ...customer, firstName: "Chiara" },
    pickupTime: "2026-11-20T15:00:00Z",
    returnBy: "2026-11-21T15:00:00Z",
  });
  serve({ ...session, "GET /api/provider/orders": { body: [first, second, later] } });
  const { container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const now = within(await screen.findByRole("region", { name: "Now" }));
  expect(now.getByText("Express: back by tomorrow, 14:00")).toBeVisible();
  expect(screen.getByRole("button", { name: /Chiara Meier.*Express: back by tomorrow, 16:00/ })).toBeVisible();
  expect(screen.getAllByText(/^Express: /)).toHaveLength(2);
  expect(await axeViolations(container)).toEqual([]);
});

test("a cancelled job says why it was cancelled", async () => {
  const cancellationReason = "The customer cancelled this order.";
  const cancelled = { ...job, status: "cancelled" as const, allowedTransitions: [], cancellationReason };
  serve({ ...session, "GET /api/provider/orders": { body: [cancelled] } });
  renderScreen(<WorkspacePage />, { at: "/provider?tab=done" });

  expect(await screen.findByText(cancellationReason)).toBeVisible();
  expect(screen.queryByText("You earn")).toBeNull();
});

test("a job that was cancelled late says what of it is the provider's", async () => {
  const cancelled = { ...job, status: "cancelled" as const, allowedTransitions: [], providerEarning: "12.50" };
  serve({ ...session, "GET /api/provider/orders": { body: [cancelled] } });
  renderScreen(<WorkspacePage />, { at: "/provider?tab=done" });

  const earns = await screen.findByText("You earn");

  expect(earns.nextElementSibling).toHaveTextContent("CHF 12.50");
});
