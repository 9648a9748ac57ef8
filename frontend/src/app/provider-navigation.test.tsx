import { render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";

import type { Session } from "@/api/types";
import { alice, serve, signedIn } from "@/test/server";

import { App } from "./app";

const bruno = { ...signedIn, user: { ...alice, isProvider: true, providerId: "p1" } };

function open(address: string, session: Session = bruno, handlers: Parameters<typeof serve>[0] = {}): void {
  serve({ "GET /api/auth/session": { body: session }, ...handlers });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={[address]}>
        <App />
      </MemoryRouter>
    </SWRConfig>,
  );
}

/** The targets of the header's links, and of the bottom bar's. */
const links = async (name: string): Promise<(string | null)[][]> =>
  (await screen.findAllByRole("navigation", { name })).map((navigation) =>
    within(navigation)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  );

test("in the workspace a provider has places of their own, and the way back to booking", async () => {
  open("/provider/schedule");

  const paths = ["/provider", "/provider/schedule", "/provider/messages", "/provider/earnings", "/"];
  await waitFor(async () => expect(await links("Workspace")).toEqual([paths, paths]));
  expect(screen.getAllByRole("link", { name: "Week", current: "page" })).toHaveLength(2);
  expect(screen.getAllByRole("link", { name: "Today", current: false })).toHaveLength(2);
  expect(screen.queryByRole("navigation", { name: "Main" })).not.toBeInTheDocument();
});

test("how many messages are unread stands at their place", async () => {
  const conversation = {
    orderId: "33333333-3333-4333-8333-333333333333",
    customerName: "Anna M.",
    pickupTime: "2099-11-23T13:00:00Z",
    status: "confirmed",
    body: "The door code is 12.",
    mine: false,
    sentAt: "2026-11-20T08:00:00Z",
    unread: 2,
    messagesUntil: null,
  };
  open("/provider/schedule", bruno, {
    "GET /api/provider/conversations": {
      body: [conversation, { ...conversation, orderId: "44444444-4444-4444-8444-444444444444", unread: 1 }],
    },
  });

  await waitFor(() => expect(screen.getAllByRole("link", { name: /^Messages\s+3 unread$/ })).toHaveLength(2));
});

test("who is no provider keeps the places of the app there", async () => {
  open("/provider", signedIn);

  expect(await screen.findByRole("link", { name: "Become a provider" })).toBeVisible();
  expect((await links("Main"))[0]).toEqual(["/", "/tracking", "/history", "/profile"]);
});
