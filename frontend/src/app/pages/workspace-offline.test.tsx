import "fake-indexeddb/auto";

import { act, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { db } from "@/offline/db";
import { stepTo } from "@/offline/operations";
import { setPendingActions } from "@/offline/pending-actions";
import { actionsOf, discard, enqueue, reject } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";
import { week } from "@/test/workspace";

import { WorkspacePage } from "./workspace-page";

const bruno = { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } };
const job = makeOrder({
  customer: { id: alice.id, firstName: "Alice", lastName: "Meier", phone: null },
  allowedTransitions: ["pickup"],
});

beforeEach(async () => {
  await db.offline_actions.clear();
  act(() => setPendingActions([]));
});

/** The number of queued actions, once the screens have read it. */
async function queued(): Promise<number> {
  const actions = await actionsOf(alice.id);
  act(() => setPendingActions(actions));
  return actions.length;
}

/** Takes the next step while offline. */
async function takeStepOffline(): Promise<{ server: TestServer; user: UserEvent }> {
  const server = serve({
    "GET /api/auth/session": { body: bruno },
    "GET /api/provider/week": { body: week },
    "GET /api/provider/orders": { body: [job] },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  const next = await screen.findByRole("button", { name: "Start pickup" });
  setOnline(false);
  await user.click(next);
  await vi.waitFor(async () => expect(await queued()).toBe(1));
  return { server, user };
}

test("a step that is taken without a connection is on the device at once, and goes out when it cannot be taken back any more", async () => {
  const { server } = await takeStepOffline();

  const [step] = await actionsOf(alice.id);
  expect(step).toMatchObject({
    url: `/api/orders/${job.id}/status`,
    baseVersion: job.etag,
    data: { status: "pickup" },
  });
  // If its page has not sent it by then.
  expect((step?.dueAt ?? 0) - (step?.timestamp ?? 0)).toBe(60_000);
  expect(screen.getByText("Alice is told as soon as you are back online.")).toBeVisible();
  // The next step's button must not appear under the finger that has just tapped.
  expect(screen.getAllByText("Pickup started")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: /^Start/ })).not.toBeInTheDocument();
  expect(server.callsOf(`POST /api/orders/${job.id}/status`)).toEqual([]);
});

test("a step that waits is taken back out of the queue", async () => {
  const { user } = await takeStepOffline();

  await user.click(screen.getByRole("button", { name: "Undo" }));

  await vi.waitFor(async () => expect(await queued()).toBe(0));
  expect(await screen.findByRole("button", { name: "Start pickup" })).toBeEnabled();
});

test("who is too late to take a step back is told so", async () => {
  const { user } = await takeStepOffline();
  await db.offline_actions.clear();

  await user.click(screen.getByRole("button", { name: "Undo" }));

  expect(await screen.findByText("It has already been sent.")).toBeVisible();
});

test("behind a step of which it is not decided what becomes of it no other one is offered", async () => {
  serve({
    "GET /api/auth/session": { body: bruno },
    "GET /api/provider/week": { body: week },
    "GET /api/provider/orders": { body: [{ ...job, etag: '"2"' }] },
  });
  const step = await enqueue(stepTo(job.id, { status: "pickup", at: "2026-11-20T08:30:00Z" }), {
    account: alice.id,
    baseVersion: job.etag,
  });
  await reject(step, { kind: "conflict", status: 409, text: null, current: job });
  await queued();
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(/Somebody has changed this order since your last step/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Start pickup" })).not.toBeInTheDocument();
  await discard(step.id);
  await queued();

  expect(await screen.findByRole("button", { name: "Start pickup" })).toBeVisible();
});
