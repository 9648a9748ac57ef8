import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";

import { broadcastSignOut } from "@/api/session/session-broadcast";
import type { Session } from "@/api/types";
import { savedDraft, saveDraft } from "@/lib/drafts";
import { alice, nothingAsked, serve, signedIn, visitor, type TestServer } from "@/test/server";
import { announce } from "@/ui/overlay/toast";

import { App } from "./app";

const SESSION = "GET /api/auth/session";
const ADDRESSES = "GET /api/addresses";
const unauthorized = { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } };
const home = { id: "1", label: "", street: "Limmatquai 12", city: "Zurich", postalCode: "8001", isDefault: true };
const bruno = {
  ...signedIn,
  user: {
    ...alice,
    id: "99999999-9999-4999-8999-999999999999",
    firstName: "Bruno",
    email: "bruno@example.com",
  },
};

function open(address: string, handlers: Parameters<typeof serve>[0]): TestServer {
  const server = serve(handlers);
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={[address]}>
        <App />
      </MemoryRouter>
    </SWRConfig>,
  );
  return server;
}

/** A page entering the bfcache, and restored from it. */
const dispatchPageEvent = (type: "pagehide" | "pageshow"): void =>
  act(() => void window.dispatchEvent(Object.assign(new Event(type), { persisted: true })));
const leave = (): void => dispatchPageEvent("pagehide");
const comeBack = (): void => dispatchPageEvent("pageshow");

test("a visitor signs in first, and comes back to the same place", async () => {
  open("/profile/addresses?from=booking", {});

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/profile/addresses?from=booking")}`,
  );
  expect(screen.getByRole("heading", { level: 1, name: "Addresses" })).toBeVisible();
});

test.each(["/profile", "/history", "/tracking", "/provider", "/recurring"])(
  "a failed session is no visitor at %s",
  async (path) => {
    const server = open(path, { [SESSION]: { status: 503, body: { message: "Busy.", code: "database_busy" } } });

    expect(await screen.findByText("Busy.")).toBeVisible();
    expect(screen.queryByText("Create account")).not.toBeInTheDocument();
    expect(screen.queryByText("Sample order")).not.toBeInTheDocument();
    server.setHandlers({ [SESSION]: { body: visitor } });
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));

    expect(await screen.findByRole("link", { name: /^Sign in/ })).toBeVisible();
  },
);

test("a page for anybody opens where nobody can be asked who is signed in", async () => {
  const server = open("/booking", {
    [SESSION]: () => Promise.reject(new TypeError("Failed to fetch")),
    "GET /api/providers/8001": { body: [] },
  });

  expect(await screen.findByText("No provider selected")).toBeVisible();
  expect(server.callsOf(SESSION)).toHaveLength(1);
});

test("a session that has ended leads to the sign-in page, and back", async () => {
  const responses = [signedIn, visitor];
  open("/profile/addresses", { [SESSION]: () => ({ body: responses.shift() ?? visitor }), [ADDRESSES]: unauthorized });

  expect(await screen.findByText("You are signed out")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2Fprofile%2Faddresses");
});

test("a page that Back restores is covered until it is clear that its account is still signed in", async () => {
  const server = open("/profile", { [SESSION]: { body: signedIn } });
  await screen.findByText("alice@example.com");

  leave();
  expect(screen.getByText("alice@example.com")).not.toBeVisible();
  server.setHandlers({ [SESSION]: { body: visitor } });
  comeBack();

  await waitFor(() => expect(screen.getByText("You are signed out")).toBeVisible());
  expect(screen.queryByText("alice@example.com")).not.toBeInTheDocument();
});

test("a page that Back restores stays as it was left for the same account", async () => {
  open("/profile/settings", { [SESSION]: { body: signedIn } });
  await userEvent.type(await screen.findByLabelText(/New password/), "half");

  leave();
  comeBack();

  await waitFor(() => expect(screen.getByLabelText(/New password/)).toBeVisible());
  expect(screen.getByLabelText(/New password/)).toHaveValue("half");
});

test("another account on another tab leaves nothing of this one's", async () => {
  const server = open("/profile/addresses", { [SESSION]: { body: signedIn }, [ADDRESSES]: { body: [home] } });
  await screen.findByText("Limmatquai 12");
  server.setHandlers({ [SESSION]: { body: bruno }, [ADDRESSES]: { body: [] } });

  const other = new BroadcastChannel("account");
  other.postMessage({ account: bruno.user.id, isSignOut: false });

  expect(await screen.findByText("No addresses yet")).toBeVisible();
  expect(screen.queryByText("Limmatquai 12")).not.toBeInTheDocument();
  expect(server.callsOf(ADDRESSES)).toHaveLength(2);
  other.close();
});

test("what is saved on a page of one account never reaches another one that has signed in meanwhile", async () => {
  const server = open("/profile/edit", {
    [SESSION]: { body: signedIn },
    "PATCH /api/profile": {
      status: 403,
      body: { message: "Somebody else is signed in now.", code: "account_mismatch" },
    },
  });
  const phone = await screen.findByRole("textbox", { name: /Phone/ });
  server.setHandlers({ [SESSION]: { body: bruno } });

  await userEvent.type(phone, " 1");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(screen.getByRole("textbox", { name: "First Name" })).toHaveValue("Bruno"));
  expect(server.callsOf("PATCH /api/profile").map(({ headers }) => headers.get("X-Account"))).toEqual([alice.id]);
  expect(server.callsOf(SESSION).some(({ headers }) => headers.has("X-Account"))).toBe(false);
});

test("what is read on a page of one account is never another one's that has signed in meanwhile", async () => {
  let signedInNow: Session = signedIn;
  const ofBruno = { ...home, id: "2", street: "Seestrasse 1" };
  const server = open("/profile", {
    [SESSION]: () => ({ body: signedInNow }),
    [ADDRESSES]: ({ headers }) =>
      [null, signedInNow.user?.id].includes(headers.get("X-Account"))
        ? { body: [signedInNow === signedIn ? home : ofBruno] }
        : { status: 403, body: { message: "Somebody else is signed in now.", code: "account_mismatch" } },
  });
  await screen.findByText("alice@example.com");
  signedInNow = bruno;

  await userEvent.click(screen.getByRole("link", { name: /^Addresses/ }));

  expect(await screen.findByText("Seestrasse 1")).toBeVisible();
  expect(screen.queryByText("Somebody else is signed in now.")).not.toBeInTheDocument();
  expect(server.callsOf(ADDRESSES).map(({ headers }) => headers.get("X-Account"))).toEqual([alice.id, bruno.user.id]);
  await userEvent.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByText("bruno@example.com")).toBeVisible();
});

test("a visitor's page names nobody in what it reads", async () => {
  const server = open("/", { "GET /api/providers/8001": { body: [] }, "GET /api/localities?q=8001": { body: [] } });

  await waitFor(() => expect(server.callsOf("GET /api/notifications")).not.toEqual([]));
  await nothingAsked();

  expect(server.calls.filter(({ headers }) => headers.has("X-Account"))).toEqual([]);
});

test.each([
  [401, "not_authenticated"],
  [403, "account_mismatch"],
])("a page that was left says nothing of a session that is over (%i %s)", async (status, code) => {
  let refuse = (): void => undefined;
  const refused = { status, body: { message: "Not any more.", code } };
  const server = open("/profile/edit", {
    [SESSION]: { body: signedIn },
    "PATCH /api/profile": () => new Promise((resolve) => (refuse = () => resolve(refused))),
  });
  await userEvent.type(await screen.findByRole("textbox", { name: /Phone/ }), " 1");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.callsOf("PATCH /api/profile")).toHaveLength(1));

  await userEvent.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByText("alice@example.com")).toBeVisible();
  const before = server.callsOf(SESSION).length;
  refuse();

  await waitFor(() => expect(server.callsOf(SESSION).length).toBeGreaterThan(before));
  await nothingAsked();
  expect(screen.queryByText("Not any more.")).not.toBeInTheDocument();
});

test("signing out on another tab empties this one, and its half-filled forms", async () => {
  const server = open("/profile/addresses", { [SESSION]: { body: signedIn }, [ADDRESSES]: { body: [home] } });
  await screen.findByText("Limmatquai 12");
  saveDraft("booking 1", alice.id, { street: "Limmatquai 12" });
  server.setHandlers({ [SESSION]: { body: visitor } });

  act(broadcastSignOut);

  expect(await screen.findByText("You are signed out")).toBeVisible();
  expect(screen.queryByText("Limmatquai 12")).not.toBeInTheDocument();
  expect(savedDraft("booking 1", alice.id)).toBeNull();
});

test("what was said to the account goes with it, and nothing follows from it", async () => {
  const server = open("/profile/addresses", { [SESSION]: { body: signedIn }, [ADDRESSES]: { body: [home] } });
  await userEvent.setup().click(await screen.findByRole("button", { name: /^Remove/ }));
  act(() => announce({ title: "Message from Bruno K.", description: "Is it Limmatquai 12?" }));
  expect(await screen.findByRole("button", { name: "Undo" })).toBeVisible();
  server.setHandlers({ [SESSION]: { body: visitor } });

  act(broadcastSignOut);

  expect(await screen.findByText("You are signed out")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  expect(screen.queryByText("Message from Bruno K.")).not.toBeInTheDocument();
  expect(server.callsOf("DELETE /api/addresses/1")).toEqual([]);
});
