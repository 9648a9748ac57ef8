import "fake-indexeddb/auto";

import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { db } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { enqueue } from "@/offline/queue";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, visitor } from "@/test/server";

import { OfflineBanner } from "./offline-banner";

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
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
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
