import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve, signedIn, type TestServer } from "@/test/server";

import { AccountPrivacyPage } from "./account-privacy-page";

const READ = "GET /api/privacy/preferences";
const SAVE = "PUT /api/privacy/preferences";
const COPIES = "GET /api/privacy/export";
const ASK = "POST /api/privacy/export";
const END = "GET /api/privacy/deletion";
const ASK_END = "POST /api/privacy/deletion";
const pendingExport = {
  id: "c1",
  kind: "full",
  requestedAt: "2026-11-23T10:00:00Z",
  readyAt: null,
  failedAt: null,
  expiresAt: null,
  size: 0,
};
const ready = { ...pendingExport, readyAt: "2026-11-23T10:01:00Z", expiresAt: "2026-11-30T10:01:00Z", size: 48_200 };
const nothingAsked = { request: null, waitsFor: [], hasPassword: true };
const asked = { ...nothingAsked, request: { requestedAt: "2026-11-23T10:00:00Z", dueAt: "2026-12-23T10:00:00Z" } };
const preferences = {
  analytics: true,
  marketing: false,
  notifications: true,
  locationTracking: true,
  dataSharing: false,
};

type Shown = ReturnType<typeof renderScreen> & { server: TestServer };

function open(routes: Parameters<typeof serve>[0] = {}): Shown {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [READ]: { body: preferences },
    [COPIES]: { body: [] },
    [END]: { body: nothingAsked },
    ...routes,
  });
  return { ...renderScreen(<AccountPrivacyPage />, { at: "/account/privacy" }), server };
}

const switchOf = (name: string): Promise<HTMLElement> => screen.findByRole("switch", { name });

test("shows the five switches as the account has set them, and the way back", async () => {
  const { container } = open();

  expect(await switchOf("Analytics")).toBeChecked();
  expect(await switchOf("Marketing")).not.toBeChecked();
  expect(await switchOf("Notifications")).toBeChecked();
  expect(
    screen.getByText(/^Everything on your devices, and emails about .* is sent by email in any case\./),
  ).toBeVisible();
  expect(await switchOf("Location tracking")).toBeChecked();
  expect(await switchOf("Data sharing")).not.toBeChecked();
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/privacy");
  expect(await axeViolations(container)).toEqual([]);
});

test("turns one switch, and says that it is saved", async () => {
  const { user, server } = open({ [SAVE]: { body: { ...preferences, marketing: true } } });

  await user.click(await switchOf("Marketing"));

  expect(await screen.findByText("Privacy Setting Updated")).toBeVisible();
  expect(screen.getByText("Your preferences have been saved.")).toBeVisible();
  expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([{ marketing: true }]);
  expect(await switchOf("Marketing")).toBeChecked();
});

test("a switch that was not saved goes back, with the reason", async () => {
  const { user } = open({
    [SAVE]: { status: 503, body: { message: "Please try again in a moment.", code: "database_busy" } },
  });

  await user.click(await switchOf("Analytics"));

  expect(await screen.findByRole("alert")).toHaveTextContent("The setting was not saved");
  expect(await switchOf("Analytics")).toBeChecked();
});

test("settings that could not be loaded are asked for again", async () => {
  const { user, server } = open({ [READ]: { status: 500, body: { message: "It failed.", code: "server_error" } } });

  await user.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(server.callsOf(READ)).toHaveLength(2));
});

test("a visitor reads what is governed, and is led to sign in and back", async () => {
  const { container } = open({
    "GET /api/auth/session": { body: { authenticated: false, user: null, csrfToken: "t", eventsCursor: "" } },
  });

  expect(await screen.findByRole("heading", { name: "Location tracking" })).toBeVisible();
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
  expect(screen.getAllByText("On by default")).toHaveLength(3);
  expect(
    screen.getByText(/Without one there is nothing to switch; what you write to our support is kept for 3 years\.$/),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", expect.stringContaining("privacy"));
  expect(await axeViolations(container)).toEqual([]);
});

test("asks for a copy, says that it has begun, and offers it once it is ready", async () => {
  let copies: unknown[] = [];
  const { user, server, container } = open({
    [COPIES]: () => ({ body: copies }),
    [ASK]: () => ((copies = [pendingExport]), { status: 202, body: pendingExport }),
  });

  await user.click(await screen.findByRole("button", { name: "Export My Data" }));

  expect(await screen.findByText("Data Export Started")).toBeVisible();
  expect(screen.getByText("You will receive a copy of your data by email within 24 hours.")).toBeVisible();
  expect(await screen.findByText("Your data is being put together. This takes a few minutes.")).toBeVisible();
  expect(server.callsOf(ASK).map(({ body }) => body)).toEqual([{ kind: "full" }]);
  expect(await axeViolations(container)).toEqual([]);
});

test("a copy that is ready is downloaded, and its end is said", async () => {
  open({ [COPIES]: { body: [{ ...ready, kind: "portable" }] } });

  expect(await screen.findByText("Your data in portable format (JSON and CSV)")).toBeVisible();
  expect(screen.getByText(/48 kB, until/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Download" })).toHaveAttribute("href", "/api/privacy/export/c1/download");
});

test("a copy that could not be made is said, and another one can be asked for", async () => {
  let copies: unknown[] = [{ ...pendingExport, failedAt: "2026-11-23T10:15:00Z" }];
  const { user, container } = open({
    [COPIES]: () => ({ body: copies }),
    [ASK]: () => ((copies = [pendingExport]), { status: 202, body: pendingExport }),
  });

  expect(await screen.findByText("Your copy could not be made. Please ask again.")).toBeVisible();
  expect(screen.queryByText(/^Your data is being put together/)).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Export My Data" }));

  expect(await screen.findByText(/^Your data is being put together/)).toBeVisible();
  expect(screen.queryByText(/^Your copy could not be made/)).not.toBeInTheDocument();
});

test("where the address is not confirmed the copy comes here alone, and that is said before", async () => {
  const { user } = open({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, emailVerified: false } } },
    [ASK]: { status: 202, body: pendingExport },
  });

  expect(await screen.findByText(/^Your email address is not confirmed yet, so your copy comes here/)).toBeVisible();
  expect(screen.queryByText(/We write to you when it is ready/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Export My Data" }));
  expect(await screen.findByText("Your copy will be here within 24 hours.")).toBeVisible();
  expect(screen.queryByText(/by email within 24 hours/)).not.toBeInTheDocument();
});

test("a copy that was not begun says why", async () => {
  const { user } = open({
    [ASK]: { status: 429, body: { message: "Too often. Please come back later.", code: "throttled" } },
  });

  await user.click(await screen.findByRole("button", { name: "Portable Format" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Too often. Please come back later.");
});

test("deletion is asked for with the password, and can be withdrawn", async () => {
  let state: unknown = nothingAsked;
  const { user, server, container } = open({
    [END]: () => ({ body: state }),
    [ASK_END]: () => ((state = asked), { status: 201, body: asked }),
    "DELETE /api/privacy/deletion": () => ((state = nothingAsked), { status: 204 }),
  });

  await user.click(await screen.findByRole("button", { name: "Request Account Deletion" }));
  await user.click(screen.getByRole("button", { name: "Delete my account" }));
  expect(await screen.findByText("Please enter your password.")).toBeVisible();
  await enter(user, screen.getByLabelText(/^Password/), "quiet-alpine-river");
  await user.click(screen.getByRole("button", { name: "Delete my account" }));

  expect(await screen.findByText("Account Deletion Request")).toBeVisible();
  expect(await screen.findByText("Your account will be deleted on Wed 23 Dec.")).toBeVisible();
  expect(server.callsOf(ASK_END).map(({ body }) => body)).toEqual([{ password: "quiet-alpine-river" }]);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(await screen.findByRole("button", { name: "Request Account Deletion" })).toBeVisible();
});

test("what must end before the account can be deleted is named, with the way there", async () => {
  open({ [END]: { body: { ...nothingAsked, waitsFor: ["orders", "payouts"] } } });

  expect(await screen.findByText("Your orders under way")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open: Payouts that are still owed" })).toHaveAttribute(
    "href",
    "/provider/earnings",
  );
  expect(screen.queryByRole("button", { name: "Request Account Deletion" })).not.toBeInTheDocument();
});

test("a deletion that must wait names what must end, before its day and after", async () => {
  const { container, unmount } = open({ [END]: { body: { ...asked, waitsFor: ["recurring"] } } });

  expect(await screen.findByText("Your account will be deleted on Wed 23 Dec.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open: Your recurring bookings" })).toHaveAttribute("href", "/recurring");
  expect(screen.getByRole("button", { name: "Keep my account" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  unmount();

  const request = { requestedAt: "2026-10-10T10:00:00Z", dueAt: "2026-11-09T10:00:00Z" };
  open({ [END]: { body: { ...asked, request, waitsFor: ["disputes"] } } });

  expect(await screen.findByText(/^Your account should have been deleted on Mon 9 Nov\. It is deleted/)).toBeVisible();
  expect(screen.getByText("Payments that are contested")).toBeVisible();
});

test("a deletion whose day has come and that waits for nothing follows at night", async () => {
  const request = { requestedAt: "2026-10-10T10:00:00Z", dueAt: "2026-11-09T10:00:00Z" };
  open({ [END]: { body: { ...asked, request } } });

  expect(await screen.findByText("Your account will be deleted in the coming night.")).toBeVisible();
});

test("a wrong password is said at its field", async () => {
  const errorBody = {
    message: "This is not your current password.",
    code: "wrong_password",
    fields: { password: ["This is not your current password."] },
  };
  const { user } = open({ [ASK_END]: { status: 400, body: errorBody } });

  await user.click(await screen.findByRole("button", { name: "Request Account Deletion" }));
  await enter(user, screen.getByLabelText(/^Password/), "wrong-password");
  await user.click(screen.getByRole("button", { name: "Delete my account" }));

  expect(await screen.findByText("This is not your current password.")).toBeVisible();
});
