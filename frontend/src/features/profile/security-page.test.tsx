import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import type { Security } from "@/api/types";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { watchNavigation } from "@/test/navigation";
import { alice, config, serve, signedIn } from "@/test/server";

import { SecurityPage } from "./security-page";

const SECURITY = "GET /api/profile/security";
const SETUP = "POST /api/profile/authenticator-app/setup";
const APP = "POST /api/profile/authenticator-app";
const REMOVAL = "POST /api/profile/passkeys/7/removal";
const session = { "GET /api/auth/session": { body: signedIn } };
const WHEN = "2026-11-18T09:30:00+01:00";
const none: Security = {
  passkeys: [],
  authenticatorApp: null,
  recoveryCodesLeft: 0,
  connections: [],
  signedInBy: "password",
  hasPassword: true,
  mayChange: true,
};
const phone = { id: 7, name: "Anna's phone", addedAt: WHEN, lastUsedAt: null };
const withApp: Security = { ...none, authenticatorApp: { addedAt: WHEN, lastUsedAt: null }, recoveryCodesLeft: 10 };

const open = (): ReturnType<typeof renderScreen> => renderScreen(<SecurityPage />, { at: "/profile/security" });

async function enterPassword(
  user: ReturnType<typeof renderScreen>["user"],
  dialog: HTMLElement,
  button: string,
): Promise<void> {
  await enter(user, within(dialog).getByLabelText("Current password"), "laundry-demo");
  await user.click(within(dialog).getByRole("button", { name: button }));
}

test("an authenticator app is set up by the password and its first code, and the recovery codes are shown", async () => {
  let security = none;
  const server = serve({
    ...session,
    [SECURITY]: () => ({ body: security }),
    [SETUP]: {
      body: { qrCode: "data:image/svg+xml;base64,PHN2Zy8+", address: "otpauth://totp/x", secret: "JBSWY3DP" },
    },
    [APP]: () => {
      security = withApp;
      return { status: 201, body: { recoveryCodes: ["abcd1234", "efgh5678"] } };
    },
  });
  const { user, container } = open();
  await user.click(await screen.findByRole("button", { name: "Set up" }));
  const dialog = screen.getByRole("dialog", { name: "Set up an authenticator app" });
  await enterPassword(user, dialog, "Continue");

  expect(await within(dialog).findByText("JBSWY3DP")).toBeVisible();
  expect(within(dialog).getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await enter(user, within(dialog).getByLabelText(/^Code/), "123456");
  await user.click(within(dialog).getByRole("button", { name: "Turn on" }));

  const codes = await within(dialog).findByRole("list", { name: "Your recovery codes" });
  expect(
    within(codes)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["abcd 1234", "efgh 5678"]);
  await user.click(within(dialog).getByRole("button", { name: "I have kept them" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("10 recovery codes are left.")).toBeVisible();
  expect(server.callsOf(SETUP)[0]?.body).toEqual({ password: "laundry-demo" });
});

test("a passkey is removed by the password; a wrong one is said at the field and changes nothing", async () => {
  let security: Security = { ...none, passkeys: [phone] };
  const words = "This is not your present password.";
  const server = serve({
    ...session,
    [SECURITY]: () => ({ body: security }),
    [REMOVAL]: { status: 400, body: { code: "wrong_password", message: words, fields: { password: [words] } } },
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Remove Anna's phone" }));
  const dialog = screen.getByRole("dialog", { name: "Remove" });
  expect(within(dialog).getByText("“Anna's phone” will no longer sign in to your account.")).toBeVisible();
  await enterPassword(user, dialog, "Remove");
  expect(await within(dialog).findByText(words)).toBeVisible();
  server.setHandlers({
    [REMOVAL]: () => {
      security = none;
      return { status: 204 };
    },
  });
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));

  expect(await screen.findByText("Passkey removed")).toBeVisible();
  expect(screen.queryByText("Anna's phone")).toBeNull();
});

test("a session without the second factor changes nothing, and says what to do", async () => {
  serve({ ...session, [SECURITY]: { body: { ...withApp, passkeys: [phone], mayChange: false } } });
  open();

  expect(await screen.findByText(/Sign out and in again with it to change something/)).toBeVisible();
  for (const name of [/Remove/, /Rename/, /New recovery codes/, /Add a passkey/])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.getAllByText("This needs a session that was opened with your second factor.")).toHaveLength(2);
});

test("where the browser has no passkeys, their card says so in place of its button", async () => {
  serve({ ...session, [SECURITY]: { body: { ...none, passkeys: [phone] } } });
  open();

  expect(await screen.findByText(/^This browser does not support passkeys/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
  expect(screen.getByRole("button", { name: "Set up" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove Anna's phone" })).toBeVisible();
});

test("where it has them, one is added", async () => {
  vi.stubGlobal("PublicKeyCredential", vi.fn());
  serve({ ...session, [SECURITY]: { body: none } });
  open();

  expect(await screen.findByRole("button", { name: "Add a passkey" })).toBeVisible();
});

test("an address that is not confirmed is confirmed before anything is added", async () => {
  serve({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, emailVerified: false } } },
    [SECURITY]: { body: none },
  });
  open();

  expect(await screen.findByText("Passkeys")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Set up" })).toBeNull();
  expect(screen.getByText("Confirm your email address")).toBeVisible();
  // Each card says why it has no button.
  expect(screen.getAllByText("This needs a confirmed email address.")).toHaveLength(2);
});

test("what could not be loaded is tried again", async () => {
  const server = serve({
    ...session,
    [SECURITY]: { status: 500, body: { code: "server_error", message: "Something went wrong." } },
  });
  const { user } = open();
  const retryButton = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText("Passkeys")).toBeNull();
  server.setHandlers({ [SECURITY]: { body: none } });
  await user.click(retryButton);

  expect(await screen.findByText("Passkeys")).toBeVisible();
});

test("Google is connected after the password, and disconnected", async () => {
  const assign = watchNavigation();
  let security: Security = none;
  const server = serve({
    ...session,
    "GET /api/config": { body: { ...config, socialSignIn: { google: true, apple: false } } },
    [SECURITY]: () => ({ body: security }),
    "POST /api/profile/connections/google": { body: { url: "/auth/google?next=%2Fprofile%2Fsecurity&connect=1" } },
    "POST /api/profile/connections/google/removal": () => {
      security = none;
      return { status: 204 };
    },
  });
  const first = open();
  await first.user.click(await screen.findByRole("button", { name: "Connect Google" }));
  await enterPassword(first.user, screen.getByRole("dialog", { name: "Connect Google" }), "Continue");
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/auth/google?next=%2Fprofile%2Fsecurity&connect=1"));
  expect(server.callsOf("POST /api/profile/connections/google")[0]?.body).toEqual({ password: "laundry-demo" });
  first.unmount();

  security = { ...none, connections: [{ provider: "google", connectedAt: WHEN }] };
  const { user, container } = open();
  await user.click(await screen.findByRole("button", { name: "Disconnect Google" }));
  expect(await axeViolations(container)).toEqual([]);
  await enterPassword(user, screen.getByRole("dialog", { name: "Disconnect Google" }), "Disconnect");

  expect(await screen.findByText("Google disconnected")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Connect Google" })).toBeVisible();
});

test("why Google was not connected is said on the way back", async () => {
  serve({ ...session, [SECURITY]: { body: none } });
  renderScreen(<SecurityPage />, { at: "/profile/security?error=google_connected_elsewhere" });

  expect(await screen.findByText(/^This account at Google signs in to another account here/)).toBeVisible();
});
