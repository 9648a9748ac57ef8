import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve, signedIn } from "@/test/server";

import { ProfileEditPage } from "./profile-edit-page";
import { ProfilePage } from "./profile-page";

const session = { "GET /api/auth/session": { body: signedIn } };
const about = { email: "alice@example.com", isVerified: true, pendingEmail: null, hasPassword: true };
const pending = { ...about, pendingEmail: "alice@example.net" };
const ASKED = "POST /api/profile/email";

test("an address that is not confirmed is said on the profile, and the link is sent again", async () => {
  const sent = "POST /api/profile/email-verification";
  const server = serve({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, emailVerified: false } } },
    [sent]: { body: { success: true } },
  });
  const { user, container } = renderScreen(<ProfilePage />, { at: "/profile" });

  expect(await screen.findByText("Confirm your email address")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Send again" }));

  expect(await screen.findByText(/^Sent to alice@example.com/)).toBeVisible();
  expect(server.callsOf(sent)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

test("of a confirmed address nothing is said", async () => {
  serve(session);
  renderScreen(<ProfilePage />, { at: "/profile" });

  expect(await screen.findByText("alice@example.com")).toBeVisible();
  expect(screen.queryByText("Confirm your email address")).toBeNull();
});

test("another address is asked for with the password, waits, and is dropped", async () => {
  let shown: typeof about | typeof pending = about;
  const server = serve({
    ...session,
    "GET /api/profile/email": () => ({ body: shown }),
    [ASKED]: () => ({ body: (shown = pending) }),
    "DELETE /api/profile/email": () => {
      shown = about;
      return { status: 204 };
    },
  });
  const { user, container } = renderScreen(<ProfileEditPage />, { at: "/profile/edit" });
  await enter(user, await screen.findByLabelText("New email address"), "alice@example.net");
  await user.click(screen.getByRole("button", { name: "Send link" }));
  expect(screen.getByLabelText("Current password")).toHaveAccessibleDescription("Please enter your current password");
  await enter(user, screen.getByLabelText("Current password"), "laundry-demo");
  await user.click(screen.getByRole("button", { name: "Send link" }));

  expect(await screen.findByText(/^We have sent a link to alice@example.net/)).toBeVisible();
  expect(server.callsOf(ASKED).map((call) => call.body)).toEqual([
    { email: "alice@example.net", password: "laundry-demo" },
  ]);
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Keep my present address" }));
  expect(await screen.findByLabelText("New email address")).toHaveValue("");
});

test("a wrong password stands at its field", async () => {
  const errorResponse = {
    status: 400,
    body: { message: "x", code: "wrong_password", fields: { password: ["This is not your current password."] } },
  };
  serve({ ...session, "GET /api/profile/email": { body: about }, [ASKED]: errorResponse });
  const { user } = renderScreen(<ProfileEditPage />, { at: "/profile/edit" });
  await enter(user, await screen.findByLabelText("New email address"), "alice@example.net");
  await enter(user, screen.getByLabelText("Current password"), "not-mine");
  await user.click(screen.getByRole("button", { name: "Send link" }));

  await waitFor(() =>
    expect(screen.getByLabelText("Current password")).toHaveAccessibleDescription("This is not your current password."),
  );
});

test("who has no password is asked for no password", async () => {
  serve({ ...session, "GET /api/profile/email": { body: { ...about, hasPassword: false } } });
  renderScreen(<ProfileEditPage />, { at: "/profile/edit" });

  expect(await screen.findByText(/within ten minutes after you have signed in/)).toBeVisible();
  expect(screen.queryByLabelText("Current password")).toBeNull();
});

test("where the address could not be loaded it can be tried again", async () => {
  let isDown = true;
  serve({ ...session, "GET /api/profile/email": () => (isDown ? { status: 500, body: "" } : { body: about }) });
  const { user } = renderScreen(<ProfileEditPage />, { at: "/profile/edit" });

  const retryButton = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await user.click(retryButton);

  expect(await screen.findByLabelText("New email address")).toBeVisible();
});
