import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";
import { alice, serve, signedIn } from "@/test/server";

import { ProviderMessagesPage } from "./provider-messages-page";

const READ = "GET /api/provider/conversations";
const bruno = { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } };
const conversation = {
  orderId: "33333333-3333-4333-8333-333333333333",
  customerId: "11111111-1111-4111-8111-111111111111",
  customerName: "Anna M.",
  customerPhotoUrl: "/api/orders/1/customer-photo?v=1",
  pickupTime: "2099-11-23T13:00:00Z",
  status: "confirmed",
  body: "The door code is 12.",
  mine: false,
  sentAt: "2026-11-20T08:00:00Z",
  unread: 2,
  messagesUntil: null,
};
const photo = {
  ...conversation,
  orderId: "44444444-4444-4444-8444-444444444444",
  customerName: "Beat K.",
  customerPhotoUrl: null,
  body: "",
  mine: true,
  unread: 0,
};

test("a provider sees who wrote last, what is unread, and opens the conversation", async () => {
  const server = serve({
    "GET /api/auth/session": { body: bruno },
    [READ]: { body: [conversation, photo] },
    [`GET /api/orders/${conversation.orderId}/messages`]: { body: [] },
  });
  const { user, container } = renderScreen(<ProviderMessagesPage />, { at: "/provider/messages" });

  const first = await screen.findByRole("button", { name: /Anna M\./ });
  expect(first).toHaveTextContent("The door code is 12.");
  expect(first).toHaveTextContent("2 unread");
  const second = screen.getByRole("button", { name: /Beat K\./ });
  expect(second).toHaveTextContent("You: A photo");
  // The customers' photos, or their initials.
  expect(first.querySelector("img")).toHaveAttribute("src", conversation.customerPhotoUrl);
  expect(second).toHaveTextContent("BK");
  expect(await axeViolations(container)).toEqual([]);

  await user.click(first);

  const dialog = within(await screen.findByRole("dialog", { name: "Messages with Anna M." }));
  expect(await dialog.findByRole("textbox", { name: "Your message" })).toBeVisible();
  expect(server.callsOf(READ)).toHaveLength(1);
});

test("a conversation of a job that is another neighbor's by now says so, and the list is as it is now", async () => {
  const server = serve({
    "GET /api/auth/session": { body: bruno },
    [READ]: { body: [conversation, photo] },
    [`GET /api/orders/${conversation.orderId}/messages`]: {
      status: 404,
      body: { message: "There is no such order.", code: "not_found" },
    },
  });
  const { user } = renderScreen(<ProviderMessagesPage />, { at: "/provider/messages" });
  const stale = await screen.findByRole("button", { name: /Anna M\./ });
  server.setHandlers({ [READ]: { body: [photo] } });

  await user.click(stale);

  const dialog = within(await screen.findByRole("dialog", { name: "Messages with Anna M." }));
  expect(await dialog.findByRole("status")).toHaveTextContent("This job is not yours any more.");
  expect(dialog.queryByText("There is no such order.")).not.toBeInTheDocument();
  expect(dialog.queryByRole("textbox")).not.toBeInTheDocument();
  await waitFor(() => expect(stale).not.toBeInTheDocument());
});

test("without a message it says where they will be", async () => {
  serve({ "GET /api/auth/session": { body: bruno }, [READ]: { body: [] } });
  renderScreen(<ProviderMessagesPage />, { at: "/provider/messages" });

  expect(await screen.findByText("No messages yet")).toBeVisible();
});

test("where they cannot be loaded it says so, and tries again", async () => {
  const server = serve({ "GET /api/auth/session": { body: bruno }, [READ]: { status: 500, body: "" } });
  const { user } = renderScreen(<ProviderMessagesPage />, { at: "/provider/messages" });

  const retryButton = await screen.findByRole("button", { name: "Try again" });
  server.setHandlers({ [READ]: { body: [conversation] } });
  await user.click(retryButton);

  expect(await screen.findByRole("button", { name: /Anna M\./ })).toBeVisible();
});
