import { act, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";

import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useNotifications } from "@/api/notifications/use-notifications";
import { conversationOpened } from "@/features/messages/open-conversations";
import { addressNow, renderScreen } from "@/test/render";
import { noNotifications, serve, signedIn } from "@/test/server";

import { MessageToasts } from "./message-toasts";

const ORDER_ID = "33333333-3333-4333-8333-33333333abcd";
const notice = {
  id: "44444444-4444-4444-8444-444444444444",
  kind: "message",
  title: "Message from Bruno K.",
  body: "I am at the door.",
  link: `/tracking/${ORDER_ID}#messages`,
  createdAt: "2026-11-20T09:00:00Z",
  readAt: null,
};

/** Simulates a live event. */
function Messages(): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(below(keys.notifications))}>News</button>;
}

function Unread(): ReactElement {
  const { list } = useNotifications();
  return <p>{list?.unread} unread</p>;
}

async function messageArrives(link = notice.link, at = "/services"): Promise<ReturnType<typeof renderScreen>> {
  const server = serve({ "GET /api/auth/session": { body: signedIn } });
  const view = renderScreen(
    <>
      <MessageToasts />
      <Messages />
    </>,
    { at },
  );
  await act(() => new Promise((done) => setTimeout(done, 0)));
  server.setHandlers({
    "GET /api/notifications": { body: { ...noNotifications, unread: 1, results: [{ ...notice, link }] } },
  });
  await view.user.click(screen.getByRole("button", { name: "News" }));
  return view;
}

test("a message that comes on any page is said, and Read leads to its conversation", async () => {
  const view = await messageArrives();
  expect(await screen.findByText("Message from Bruno K.")).toBeVisible();
  expect(screen.getByText("I am at the door.")).toBeVisible();
  expect(view.container.querySelector("[aria-live=polite]")).toHaveTextContent("Message from Bruno K.");

  await view.user.click(screen.getByRole("button", { name: "Read" }));

  expect(addressNow(view.container)).toBe(`/tracking/${ORDER_ID}`);
  expect(screen.queryByText("Message from Bruno K.")).not.toBeInTheDocument();
});

test("one whose conversation is open is seen there", async () => {
  const close = conversationOpened(ORDER_ID);

  await messageArrives();

  expect(screen.queryByText("Message from Bruno K.")).not.toBeInTheDocument();
  close();
});

test.each([
  ["an hour ago is no news", -3_600_000, 0],
  ["while the page was opening is news", 3_600_000, 1],
])("one that came %s", async (_, after, times) => {
  const createdAt = new Date(Date.now() + after).toISOString();
  serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { ...noNotifications, unread: 1, results: [{ ...notice, createdAt }] } },
  });
  renderScreen(
    <>
      <MessageToasts />
      <Unread />
    </>,
    { at: "/services" },
  );
  expect(await screen.findByText("1 unread")).toBeVisible();
  await waitFor(() => expect(screen.queryAllByText("I am at the door.")).toHaveLength(times));
});
