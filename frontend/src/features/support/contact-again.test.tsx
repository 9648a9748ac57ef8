import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { loadMessages } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import { enter, renderScreen } from "@/test/render";
import { config, serve, signedIn, type TestServer } from "@/test/server";

import { SupportPage } from "./support-page";

const NOW = new Date("2026-11-20T09:00:00Z");
const SEND = "POST /api/support-requests";
const request = {
  id: "55555555-5555-4555-8555-555555555555",
  category: "payment",
  subject: "Charged twice?",
  message: "My card shows it two times.",
  status: "answered",
  createdAt: "2026-11-19T09:00:00Z",
  updatedAt: "2026-11-19T12:00:00Z",
  orderId: null,
  isChat: false,
};
const REPLY = `POST /api/support-requests/${request.id}/replies`;
const sent = { id: "a2", body: "Thank you.", photoUrl: null, mine: true, senderName: "Alice", sentAt: NOW };

beforeEach(async () => {
  forgetDrafts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  Element.prototype.scrollIntoView = vi.fn();
  await loadMessages("support", "contact");
});
afterEach(() => {
  vi.useRealTimers();
});

const LOST = { status: 503, body: { message: "Nothing came back.", code: "unavailable" } };

function serveAccount(): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/config": { body: config },
    "GET /api/support-requests": { body: [request] },
    [`GET /api/support-requests/${request.id}/replies`]: { body: [] },
    [SEND]: LOST,
    [REPLY]: LOST,
  });
}

const keysOf = (server: TestServer, call: string): (string | null)[] =>
  server.callsOf(call).map(({ headers }) => headers.get("Idempotency-Key"));

/** Leaves the page for longer than it remembers what was pressed, as a reload makes it forget. */
function comeBack(unmount: () => void): void {
  unmount();
  vi.setSystemTime(Date.now() + 11 * 60_000);
}

async function writeToUs(subject: string): Promise<() => void> {
  const { user, unmount } = renderScreen(<SupportPage />, { at: "/support" });
  const form = within(await screen.findByRole("form", { name: "Write to us" }));
  const box = form.getByRole("textbox", { name: "Subject" });
  if ((box as HTMLInputElement).value === "") {
    await enter(user, box, subject);
    await enter(user, form.getByRole("textbox", { name: "Message" }), "It is gone.");
  }
  await user.click(form.getByRole("button", { name: "Send" }));
  return unmount;
}

test("a request that is sent again after a reload has the same key, and the next one another", async () => {
  const server = serveAccount();
  const unmount = await writeToUs("A sock");
  expect(await screen.findByText("Nothing came back.")).toBeVisible();
  comeBack(unmount);
  server.setHandlers({ [SEND]: { status: 201, body: request } });

  const leave = await writeToUs("A sock");

  expect(await screen.findByText("Support Request Sent")).toBeVisible();
  comeBack(leave);
  await writeToUs("A sock");
  await waitFor(() => expect(server.callsOf(SEND)).toHaveLength(3));
  const [first, second, third] = keysOf(server, SEND);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a reply that is sent again after a reload has the same key, and changed another one", async () => {
  const server = serveAccount();
  const at = `/support?request=${request.id}`;
  const first = renderScreen(<SupportPage />, { at });
  await enter(first.user, await screen.findByRole("textbox", { name: /^Your reply/ }), "Thank you");
  await first.user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("Nothing came back.")).toBeVisible();
  comeBack(first.unmount);

  const { user } = renderScreen(<SupportPage />, { at });
  const box = await screen.findByRole("textbox", { name: /^Your reply/ });
  expect(box).toHaveValue("Thank you");
  await user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("Nothing came back.")).toBeVisible();
  server.setHandlers({ [REPLY]: { status: 201, body: sent } });
  await user.type(box, ".");
  await user.click(screen.getByRole("button", { name: "Send reply" }));

  await waitFor(() => expect(box).toHaveValue(""));
  const [before, again, changed] = keysOf(server, REPLY);
  expect(again).toBe(before);
  expect(changed).not.toBe(before);
});

async function replyLost(): Promise<ReturnType<typeof renderScreen> & { box: HTMLElement; server: TestServer }> {
  const server = serveAccount();
  const view = renderScreen(<SupportPage />, { at: `/support?request=${request.id}` });
  const box = await screen.findByRole("textbox", { name: /^Your reply/ });
  await enter(view.user, box, "Yes please.");
  await view.user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("Nothing came back.")).toBeVisible();
  server.setHandlers({ [REPLY]: { status: 201, body: sent } });
  return { ...view, box, server };
}

test("the same words, written again after the box was emptied, are another reply", async () => {
  const { user, box, server } = await replyLost();

  await user.clear(box);
  await enter(user, box, "Yes please.");
  await user.click(screen.getByRole("button", { name: "Send reply" }));

  await waitFor(() => expect(box).toHaveValue(""));
  const [lost, again] = keysOf(server, REPLY);
  expect(again).not.toBe(lost);
});

test("words that have stood in the box for over a day are another reply", async () => {
  const { user, box, server } = await replyLost();

  vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
  await user.click(screen.getByRole("button", { name: "Send reply" }));

  await waitFor(() => expect(box).toHaveValue(""));
  const [lost, again] = keysOf(server, REPLY);
  expect(again).not.toBe(lost);
});
