import { act, screen, waitFor, within, type BoundFunctions, type queries } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { loadMessages } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, config, never, serve, signedIn, type TestServer } from "@/test/server";
import { receiveUploads } from "@/test/uploads";

import { SupportPage } from "./support-page";

const NOW = new Date("2026-11-20T09:00:00Z");
const SEND = "POST /api/support-requests";
const LIST = "GET /api/support-requests";
const charged = {
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
const REPLIES = `GET /api/support-requests/${charged.id}/replies`;
const REPLY = `POST /api/support-requests/${charged.id}/replies`;
const reply = {
  id: "a1",
  body: "One of them is a reservation.",
  photoUrl: null,
  mine: false,
  senderName: "Dora",
  sentAt: "2026-11-19T12:00:00Z",
};
const notice = {
  id: "n1",
  kind: "support_answer",
  title: "We have answered: Charged twice?",
  body: reply.body,
  link: `/support?request=${charged.id}`,
  createdAt: reply.sentAt,
  readAt: null,
};

beforeEach(async () => {
  forgetDrafts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  Element.prototype.scrollIntoView = vi.fn();
  await loadMessages("support", "contact");
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = (): Promise<HTMLElement> => screen.findByRole("form", { name: "Write to us" });
const form = (): BoundFunctions<typeof queries> => within(screen.getByRole("form", { name: "Write to us" }));
const box = (name: string): HTMLElement => form().getByRole("textbox", { name });

async function fillIn(user: ReturnType<typeof renderScreen>["user"]): Promise<void> {
  await opened();
  await enter(user, box("Name"), "Kim Keller");
  await enter(user, box("Email"), "kim@example.org");
  await user.selectOptions(form().getByRole("combobox", { name: /Category/ }), "Quality");
  await enter(user, box("Subject"), "A sock");
  await enter(user, box("Message"), "It is gone.");
}

test("a visitor writes, is told that it was sent, and finds the form cleared", async () => {
  const server = serve({ "GET /api/config": { body: config }, [SEND]: { status: 201, body: charged } });
  const { user, container } = renderScreen(<SupportPage />, { at: "/support" });

  await fillIn(user);
  await user.click(form().getByRole("button", { name: "Send" }));

  expect(await screen.findByText("Support Request Sent")).toBeVisible();
  expect(screen.getByText("We respond within 24 hours.")).toBeVisible();
  expect(server.callsOf(SEND)[0]?.body).toEqual({
    name: "Kim Keller",
    email: "kim@example.org",
    category: "quality",
    subject: "A sock",
    message: "It is gone.",
  });
  await waitFor(() => expect(box("Message")).toHaveValue(""));
  expect(box("Name")).toHaveValue("");
  expect(form().getByRole("combobox", { name: /Category/ })).toHaveValue("general");
  expect(await axeViolations(container)).toEqual([]);
});

test("says at each field what is missing, and sends nothing", async () => {
  const server = serve({ "GET /api/config": { body: config } });
  const { user } = renderScreen(<SupportPage />, { at: "/support" });

  await opened();
  await user.type(box("Email"), "kim");
  await user.click(form().getByRole("button", { name: "Send" }));

  for (const sentence of [
    "Name is required",
    "Enter a valid email address",
    "Subject is required",
    "Message is required",
  ]) {
    expect(form().getByText(sentence)).toBeVisible();
  }
  expect(box("Name")).toHaveFocus();
  expect(server.callsOf(SEND)).toHaveLength(0);
});

test("keeps what was typed where it cannot be sent, says why, and sends it at the next press", async () => {
  const sentence = "Too many attempts. Please try again in 12 minutes.";
  const server = serve({
    "GET /api/config": { body: config },
    [SEND]: { status: 429, body: { message: sentence, code: "throttled" } },
  });
  const { user } = renderScreen(<SupportPage />, { at: "/support" });

  await fillIn(user);
  await user.click(form().getByRole("button", { name: "Send" }));

  expect(await form().findByText(sentence)).toBeVisible();
  expect(box("Message")).toHaveValue("It is gone.");

  server.setHandlers({ [SEND]: { status: 201, body: charged } });
  await user.click(form().getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Support Request Sent")).toBeVisible();
});

test("a half-written request is still there after a look elsewhere", async () => {
  serve({ "GET /api/config": { body: config } });
  const first = renderScreen(<SupportPage />, { at: "/support" });
  await opened();
  await enter(first.user, box("Message"), "My shirts are");
  first.unmount();

  renderScreen(<SupportPage />, { at: "/support" });
  await opened();

  expect(box("Message")).toHaveValue("My shirts are");
});

test("who comes for help with an order need not name it, and other drafts stay where they are", async () => {
  const orderId = "66666666-6666-4666-8666-66661234abcd";
  const server = serve({ "GET /api/config": { body: config }, [SEND]: { status: 201, body: charged } });
  const first = renderScreen(<SupportPage />, { at: "/support" });
  await fillIn(first.user);
  first.unmount();

  const { user } = renderScreen(<SupportPage />, { at: `/support?order=${orderId}` });
  await opened();
  expect(box("Subject")).toHaveValue("Order 1234abcd");
  expect(form().getByRole("combobox", { name: /Category/ })).toHaveValue("booking");
  await enter(user, box("Name"), "Kim Keller");
  await enter(user, box("Email"), "kim@example.org");
  await enter(user, box("Message"), "Nobody came.");
  await user.click(form().getByRole("button", { name: "Send" }));

  expect(await screen.findByText("Support Request Sent")).toBeVisible();
  expect(server.callsOf(SEND)[0]?.body).toMatchObject({ category: "booking", subject: "Order 1234abcd" });
  // It is sent: nothing is left of it, also on the page that still names the order.
  expect(box("Subject")).toHaveValue("");
  expect(form().getByRole("combobox", { name: /Category/ })).toHaveValue("general");
  expect(box("Message")).toHaveValue("");
});

test("an account's request carries the order, and photos once it is sent", async () => {
  const orderId = "66666666-6666-4666-8666-66661234abcd";
  const uploads = receiveUploads();
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/config": { body: config },
    [LIST]: { body: [] },
    [SEND]: { status: 201, body: charged },
  });
  const { user } = renderScreen(<SupportPage />, { at: `/support?order=${orderId}` });
  await opened();
  await enter(user, box("Message"), "A stain.");
  await user.upload(form().getByLabelText("Add a photo"), new File(["…"], "stain.jpg", { type: "image/jpeg" }));
  expect(form().getByText("stain.jpg")).toBeVisible();

  await user.click(form().getByRole("button", { name: "Send" }));

  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(server.callsOf(SEND)[0]?.body).toMatchObject({ orderId });
  act(() => uploads[0]?.respond(400, { message: "This picture is damaged.", code: "unreadable_file" }));
  expect(await screen.findByText(/^A photo was not sent/)).toBeVisible();
  expect(form().queryByText("stain.jpg")).not.toBeInTheDocument();

  await enter(user, box("Subject"), "Another thing");
  await enter(user, box("Message"), "The app is slow.");
  await user.click(form().getByRole("button", { name: "Send" }));
  await waitFor(() => expect(server.callsOf(SEND)).toHaveLength(2));
  expect(server.callsOf(SEND)[1]?.body).not.toHaveProperty("orderId");
});

test("a chat begins with a message and goes on in the same thread", async () => {
  const chat = { ...charged, status: "open", subject: "Live chat", message: "Hello?", orderId: null, isChat: true };
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/config": { body: config },
    [LIST]: { body: [] },
    [REPLIES]: { body: [reply] },
  });
  const { user } = renderScreen(<SupportPage />, { at: "/support" });
  await user.click(await screen.findByRole("button", { name: "Start chat" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Live chat" }));
  await enter(user, await dialog.findByRole("textbox", { name: /^Your message/ }), "Hello?");
  server.setHandlers({ [SEND]: { status: 201, body: chat }, [LIST]: { body: [chat] } });

  await user.click(dialog.getByRole("button", { name: "Send" }));

  expect(await dialog.findByText(reply.body)).toBeVisible();
  expect(server.callsOf(SEND)[0]?.body).toMatchObject({ isChat: true, message: "Hello?", subject: "Live chat" });
  expect(await axeViolations(document.body)).toEqual([]);
});

test("a chat that does not begin says so, and keeps what was typed", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/config": { body: config },
    [LIST]: { body: [] },
    [SEND]: { status: 500, body: { message: "Nothing came of it.", code: "error" } },
  });
  const { user } = renderScreen(<SupportPage />, { at: "/support" });
  await user.click(await screen.findByRole("button", { name: "Start chat" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Live chat" }));
  const message = await dialog.findByRole("textbox", { name: /^Your message/ });
  await enter(user, message, "Hello?");

  await user.click(dialog.getByRole("button", { name: "Send" }));

  expect(await dialog.findByRole("alert")).toHaveTextContent("Nothing came of it.");
  expect(message).toHaveValue("Hello?");
  expect(server.callsOf(SEND)).toHaveLength(1);
});

test("hours that cannot be read are asked for again", async () => {
  const server = serve({
    "GET /api/config": { body: config },
    "GET /api/support-hours": { status: 500, body: { message: "Nothing came of it.", code: "error" } },
  });
  const { user } = renderScreen(<SupportPage />, { at: "/support" });
  const again = await screen.findByRole("button", { name: "Try again" });
  server.setHandlers({ "GET /api/support-hours": { body: { isOpen: false, changesAt: "2026-11-23T07:00:00Z" } } });

  await user.click(again);

  expect(await screen.findByText(/^Nobody is here now/)).toBeVisible();
});

test("outside of the hours the chat says when somebody is back, and leads to the form", async () => {
  serve({
    "GET /api/config": { body: config },
    "GET /api/support-hours": { body: { isOpen: false, changesAt: "2026-11-23T07:00:00Z" } },
  });
  renderScreen(<SupportPage />, { at: "/support" });

  expect(await screen.findByText(/^Nobody is here now. We are back Mon 23 Nov at 08:00/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Write to us" })).toHaveAttribute("href", "#write-to-us");
  expect(screen.queryByRole("button", { name: "Start chat" })).not.toBeInTheDocument();
});

test("about an order that is not theirs any more an account can write without it", async () => {
  const said = "There is no such order.";
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [LIST]: { body: [] },
    [SEND]: ({ body }) =>
      "orderId" in (body as object)
        ? { status: 400, body: { message: said, code: "invalid", fields: { orderId: [said] } } }
        : { status: 201, body: charged },
  });
  const { user } = renderScreen(<SupportPage />, { at: "/support?order=66666666-6666-4666-8666-66661234abcd" });
  await opened();
  await enter(user, box("Message"), "Nobody came.");
  await user.click(form().getByRole("button", { name: "Send" }));
  expect(await screen.findByText(`${said} Send it again to write without that order.`)).toBeVisible();
  expect(box("Message")).toHaveValue("Nobody came.");

  await user.click(form().getByRole("button", { name: "Send" }));

  expect(await screen.findByText("Support Request Sent")).toBeVisible();
  expect(server.callsOf(SEND)).toHaveLength(2);
});

test("an address that names no order writes nothing into the form", async () => {
  serve({ "GET /api/config": { body: config } });
  renderScreen(<SupportPage />, { at: "/support?order=Please%20pay" });

  await opened();

  expect(box("Subject")).toHaveValue("");
});

test("nothing can be typed before it is known who is there", async () => {
  serve({ "GET /api/auth/session": never, "GET /api/config": { body: config } });
  const { container } = renderScreen(<SupportPage />, { at: "/support" });

  expect(await screen.findByRole("heading", { name: "Write to us" })).toBeVisible();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("who is signed in need not say who they are", async () => {
  serve({ "GET /api/auth/session": { body: signedIn }, "GET /api/config": { body: config }, [LIST]: { body: [] } });
  renderScreen(<SupportPage />, { at: "/support" });

  await opened();
  expect(box("Email")).toHaveValue(alice.email);
  expect(box("Name")).toHaveValue("Alice Meier");
  expect(screen.queryByRole("heading", { name: "Your requests" })).not.toBeInTheDocument();
});

/** A request that has been answered. */
const serveThread = (others: Parameters<typeof serve>[0] = {}): TestServer =>
  serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/config": { body: config },
    "GET /api/notifications": { body: { unread: 1, results: [notice] } },
    "POST /api/notifications/read": { body: { unread: 0 } },
    [LIST]: { body: [charged] },
    [REPLIES]: { body: [reply] },
    ...others,
  });

test("a notice opens the thread, which marks it as read, and a reply goes below it", async () => {
  const server = serveThread({
    [REPLY]: { status: 201, body: { ...reply, id: "a2", mine: true, body: "Thank you!" } },
  });
  const { user, container } = renderScreen(<SupportPage />, { at: `/support?request=${charged.id}` });

  const row = await screen.findByRole("button", { name: /Charged twice\?/, expanded: true });
  expect(row).toHaveTextContent("Answered");
  expect(await screen.findByText("One of them is a reservation.")).toBeVisible();
  expect(screen.getByText(/Dora, Suuber support/)).toBeVisible();
  await waitFor(() => expect(server.callsOf("POST /api/notifications/read")[0]?.body).toEqual({ ids: ["n1"] }));
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({
    [LIST]: { body: [{ ...charged, status: "open" }] },
    [REPLIES]: { body: [reply, { ...reply, id: "a2", mine: true, body: "Thank you!" }] },
  });
  await enter(user, screen.getByRole("textbox", { name: "Your reply" }), "Thank you!");
  await user.click(screen.getByRole("button", { name: "Send reply" }));

  expect(await screen.findByText("Thank you!", { selector: "p" })).toBeVisible();
  expect(await screen.findByRole("button", { name: /Charged twice\?.*Waiting for us/ })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Your reply" })).toHaveValue("");
  expect(server.callsOf(REPLY)).toHaveLength(1);
});

test("an answer that comes while the tab is hidden is read once it is looked at", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const server = serveThread();
  renderScreen(<SupportPage />, { at: `/support?request=${charged.id}` });
  await screen.findByText("One of them is a reservation.");
  await waitFor(() => expect(server.callsOf("GET /api/notifications")).not.toEqual([]));
  expect(server.callsOf("POST /api/notifications/read")).toEqual([]);

  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));

  await waitFor(() => expect(server.callsOf("POST /api/notifications/read")[0]?.body).toEqual({ ids: ["n1"] }));
});

test("an answer appears when the page is looked at again", async () => {
  const server = serveThread({ [LIST]: { body: [{ ...charged, status: "open" }] }, [REPLIES]: { body: [] } });
  const { user, container } = renderScreen(<SupportPage />, { at: "/support" });
  await user.click(await screen.findByRole("button", { name: /Charged twice\?.*Waiting for us/ }));
  expect(addressNow(container)).toBe(`/support?request=${charged.id}`);
  expect(await screen.findByText("My card shows it two times.")).toBeVisible();

  server.setHandlers({ [LIST]: { body: [charged] }, [REPLIES]: { body: [reply] } });
  document.dispatchEvent(new Event("visibilitychange"));

  expect(await screen.findByText("One of them is a reservation.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Charged twice\?.*Answered/ })).toBeVisible();
});

test("a thread that cannot be loaded says so and tries again", async () => {
  const server = serveThread({ [REPLIES]: { status: 500, body: "" } });
  const { user } = renderScreen(<SupportPage />, { at: `/support?request=${charged.id}` });

  const retryButton = await screen.findByRole("button", { name: "Try again" });
  server.setHandlers({ [REPLIES]: { body: [reply] } });
  await user.click(retryButton);

  expect(await screen.findByText("One of them is a reservation.")).toBeVisible();
});

test("a visitor who follows a letter is asked to sign in, and comes back", async () => {
  serve({ "GET /api/config": { body: config } });
  renderScreen(<SupportPage />, { at: `/support?request=${charged.id}` });

  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/support?request=${charged.id}`)}`);
});
