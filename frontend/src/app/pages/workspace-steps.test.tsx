import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useJobs } from "@/api/orders/use-orders";
import { setOnline } from "@/test/connection";
import { axeViolations, renderScreen } from "@/test/render";
import { serve } from "@/test/server";
import { asked, job, later, orange, session } from "@/test/workspace";

import { WorkspacePage } from "./workspace-page";

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => vi.useRealTimers());

const overtaken = (current: typeof job): { status: number; body: unknown } => ({
  status: 409,
  body: {
    message: "This order has changed in the meantime. It now stands at “Confirmed”.",
    code: "version_conflict",
    current,
  },
});

test("takes no step on an order that has changed since it was seen: says so, shows it as it is, and takes the step once that is seen", async () => {
  const changed = { ...job, etag: '"2"', specialInstructions: "The bag is at the neighbor's" };
  const step = `POST /api/orders/${job.id}/status`;
  const server = serve({ ...session, "GET /api/provider/orders": { body: [job] }, [step]: overtaken(changed) });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await user.click(await screen.findByRole("button", { name: "Start pickup" }));
  server.setHandlers({ "GET /api/provider/orders": { body: [changed] } });
  await user.click(await screen.findByRole("button", { name: "Close" }));

  const main = within(screen.getByRole("main"));
  expect(await main.findByText("This order has changed in the meantime. It now stands at “Confirmed”.")).toBeVisible();
  expect(main.getByText("The bag is at the neighbor's")).toBeVisible();
  server.setHandlers({ [step]: { body: {} } });
  await user.click(main.getByRole("button", { name: "Start pickup" }));
  await user.click(await screen.findByRole("button", { name: "Close" }));

  await waitFor(() => expect(server.callsOf(step).map((call) => call.headers.get("If-Match"))).toEqual(['"1"', '"2"']));
});

/** Simulates a live event: fetches the jobs again. */
function LiveStream(): ReactElement {
  const { retry } = useJobs();
  return <button onClick={() => void retry()}>Live event</button>;
}

test("sends a step as it was pressed, whatever became of the order while it could be taken back", async () => {
  const changed = { ...job, etag: '"2"' };
  const step = `POST /api/orders/${job.id}/status`;
  const server = serve({ ...session, "GET /api/provider/orders": { body: [job] }, [step]: overtaken(changed) });
  const { user } = renderScreen(
    <>
      <WorkspacePage />
      <LiveStream />
    </>,
    { at: "/provider" },
  );
  await user.click(await screen.findByRole("button", { name: "Start pickup" }));
  server.setHandlers({ "GET /api/provider/orders": { body: [changed] } });
  await user.click(screen.getByRole("button", { name: "Live event" }));
  await user.click(await screen.findByRole("button", { name: "Close" }));

  await waitFor(() => expect(server.callsOf(step)[0]?.headers.get("If-Match")).toBe('"1"'));
});

test("shows a step that was taken, also where a live event's refresh overtakes the one after it", async () => {
  const lists = "GET /api/provider/orders";
  const server = serve({
    ...session,
    [lists]: { body: [job] },
    [`POST /api/orders/${job.id}/status`]: { body: { ...job, status: "pickup", allowedTransitions: ["washing"] } },
  });
  const { user } = renderScreen(
    <>
      <WorkspacePage />
      <LiveStream />
    </>,
    { at: "/provider" },
  );
  await user.click(await screen.findByRole("button", { name: "Start pickup" }));
  const before = server.callsOf(lists).length;
  const release: (() => void)[] = [];
  server.setHandlers({ [lists]: () => new Promise((done) => release.push(() => done({ body: [job] }))) });
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(server.callsOf(lists)).toHaveLength(before + 1));
  await user.click(screen.getByRole("button", { name: "Live event" }));
  await waitFor(() => expect(server.callsOf(lists)).toHaveLength(before + 2));

  act(() => release[0]?.());

  expect(await screen.findByRole("button", { name: "Start washing" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Start pickup" })).not.toBeInTheDocument();
});

test("declines nothing that has changed since: the question ends with what happened", async () => {
  const gone = {
    ...asked,
    etag: '"2"',
    status: "cancelled" as const,
    needsProviderAnswer: false,
    allowedTransitions: [],
  };
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [asked] },
    [`POST /api/orders/${job.id}/status`]: overtaken(gone),
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  server.setHandlers({ "GET /api/provider/orders": { body: [gone] } });
  await user.click(await within(screen.getByRole("dialog")).findByRole("button", { name: "Decline order" }));

  expect(
    await screen.findByText("This order has changed in the meantime. It now stands at “Confirmed”."),
  ).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(await screen.findByText("No jobs to do")).toBeVisible();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(server.callsOf(`POST /api/orders/${job.id}/status`)[0]?.headers.get("If-Match")).toBe('"1"');
});

test("without a connection says that declining needs one where its button stands with one", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [asked] } });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  const dialog = within(screen.getByRole("dialog"));
  await dialog.findByRole("button", { name: "Decline order" });

  setOnline(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(dialog.getByText("Declining needs a connection.")).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Decline order" })).not.toBeInTheDocument();

  setOnline(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(dialog.getByRole("button", { name: "Decline order" })).toBeEnabled();
});

test("takes a step back before anybody is told", async () => {
  const server = serve({ ...session, "GET /api/provider/orders": { body: [later, job] } });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "Start pickup" }));
  expect(await screen.findAllByText("Pickup started")).toHaveLength(2);
  expect(orange()).toEqual(["Start delivery"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));

  expect(await screen.findByRole("button", { name: "Start pickup" })).toHaveClass("bg-accent");
  expect(server.callsOf(`POST /api/orders/${job.id}/status`)).toHaveLength(0);
});

test("declines a pending order after asking", async () => {
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [asked] },
    [`POST /api/orders/${job.id}/status`]: { body: {} },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("button", { name: "Accept order" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = within(screen.getByRole("dialog", { name: "Decline this order?" }));
  expect(dialog.getByText("Alice gets a full refund. The place becomes free again.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(await dialog.findByRole("button", { name: "Decline order" }));

  expect(await screen.findByText("Order declined")).toBeVisible();
  expect(server.callsOf(`POST /api/orders/${job.id}/status`).map((call) => call.body)).toEqual([
    { status: "cancelled" },
  ]);
});

test("promises no refund where an order that is not paid yet is declined", async () => {
  const unpaid = { ...asked, paymentStatus: "unpaid" as const, needsProviderAnswer: false };
  serve({ ...session, "GET /api/provider/orders": { body: [unpaid] } });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider?tab=waiting" });

  await user.click(await screen.findByRole("button", { name: "Decline" }));

  const dialog = within(screen.getByRole("dialog", { name: "Decline this order?" }));
  expect(
    dialog.getByText("Alice has not paid yet, so nothing is charged. The place becomes free again."),
  ).toBeVisible();
});

test("says why a step was refused and shows how the job stands now", async () => {
  const server = serve({
    ...session,
    "GET /api/provider/orders": { body: [job] },
    [`POST /api/orders/${job.id}/status`]: {
      status: 409,
      body: { message: "This order was cancelled.", code: "transition_not_allowed" },
    },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const button = await screen.findByRole("button", { name: "Start pickup" });
  server.setHandlers({
    "GET /api/provider/orders": { body: [{ ...job, status: "cancelled", allowedTransitions: [] }] },
  });
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "Close" }));

  expect(await screen.findByText("This order was cancelled.")).toBeVisible();
  expect(await screen.findByText("No jobs to do")).toBeVisible();
});
