import "fake-indexeddb/auto";

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { db } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { setPendingActions } from "@/offline/pending-actions";
import { actionsOf, enqueue, reject } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, visitor } from "@/test/server";

import { OfflineBanner } from "./offline-banner";
import { PendingDialog } from "./pending-list";

/** Clicks a link to a file; returns whether the browser would navigate. */
function press(name: string): boolean {
  return fireEvent.click(screen.getByText(name));
}

function open(): void {
  serve({ "GET /api/auth/session": { body: visitor } });
  renderScreen(
    <>
      <OfflineBanner reload={() => Promise.resolve()} />
      <a href="#receipt" download>
        <span>Receipt</span>
      </a>
      <a href="#help">Help</a>
    </>,
  );
}

test("without a connection a file that has to be fetched says so, and its link leads nowhere", async () => {
  setOnline(false);
  open();

  expect(press("Receipt")).toBe(false);
  expect(await screen.findByText("This file needs a connection.")).toBeVisible();
  expect(press("Help")).toBe(true);
});

test("with a connection it is fetched", () => {
  open();

  expect(press("Receipt")).toBe(true);
  expect(screen.queryByText("This file needs a connection.")).not.toBeInTheDocument();
});

test("what waits is said to who is not signed in any more, with the way to sign in", async () => {
  await db.offline_actions.clear();
  await enqueue(messageTo(makeOrder().id, { body: "I am at the door." }), { account: alice.id });
  serve({ "GET /api/auth/session": { body: visitor } });

  renderScreen(<OfflineBanner reload={() => Promise.resolve()} />, { at: "/history" });

  expect(await screen.findByText("One change waits for you to sign in.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2Fhistory");
});

test("a message to a neighbor who does not do the order any more is not offered to be sent again as it is", async () => {
  await db.offline_actions.clear();
  const text = "Emil M. does your order now, so this message to another neighbor was not sent.";
  for (const code of ["provider_changed", "conversation_closed"]) {
    const action = await enqueue(messageTo(makeOrder().id, { body: code }), { account: alice.id });
    await reject(action, { kind: "refused", status: 409, code, text, current: null });
  }
  const actions = await actionsOf(alice.id);
  act(() => setPendingActions(actions));
  serve({ "GET /api/auth/session": { body: visitor } });
  const { user } = renderScreen(<PendingDialog open onClose={() => undefined} />);
  const [changed, closed] = (await screen.findAllByRole("listitem")).map((item) => within(item));

  expect(closed?.getByRole("button", { name: "Retry" })).toBeVisible();
  expect(changed?.getByText(text)).toBeVisible();
  expect(changed?.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  await user.click(changed?.getByRole("button", { name: "Discard" }) ?? document.body);

  await waitFor(async () => expect(await actionsOf(alice.id)).toHaveLength(1));
  act(() => setPendingActions([]));
});
