import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import type { SignedInDevice } from "@/api/types";
import { axeViolations, renderScreen } from "@/test/render";
import { serve, signedIn } from "@/test/server";

import { SettingsPage } from "./settings-page";

const here: SignedInDevice = {
  id: "d1",
  device: "Firefox on Windows",
  network: "203.0.…",
  signedInAt: "2026-11-18T09:30:00+01:00",
  lastUsedAt: "2026-11-18T09:30:00+01:00",
  isThisOne: true,
};
const phone: SignedInDevice = { ...here, id: "d2", device: "Safari on iPhone", network: "", isThisOne: false };
const other: SignedInDevice = { ...here, id: "d3", device: "", isThisOne: false };
const LISTED = "GET /api/profile/devices";
const session = { "GET /api/auth/session": { body: signedIn } };

test("says where the account is signed in, and signs one device out", async () => {
  let devices = [here, phone, other];
  const server = serve({
    ...session,
    [LISTED]: () => ({ body: devices }),
    "DELETE /api/profile/devices/d2": () => {
      devices = [here, other];
      return { status: 204 };
    },
  });
  const { user, container } = renderScreen(<SettingsPage />, { at: "/profile/settings" });

  expect(await screen.findByText("Firefox on Windows")).toBeVisible();
  expect(screen.getByText("This device")).toBeVisible();
  expect(screen.getByText("Unknown device")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sign out Firefox on Windows" })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));

  await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
  expect(screen.getByText("Signed out: Safari on iPhone")).toBeVisible();
  expect(server.callsOf("DELETE /api/profile/devices/d2")).toHaveLength(1);
});

test("signs out all others at once; alone there is nobody to sign out", async () => {
  let devices = [here, phone];
  serve({
    ...session,
    [LISTED]: () => ({ body: devices }),
    "DELETE /api/profile/devices": () => {
      devices = [here];
      return { status: 204 };
    },
  });
  const { user } = renderScreen(<SettingsPage />, { at: "/profile/settings" });
  await user.click(await screen.findByRole("button", { name: "Sign out all other devices" }));

  await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
  expect(screen.queryByRole("button", { name: "Sign out all other devices" })).toBeNull();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Where you are signed in" })).toHaveFocus());
});

test("what could not be signed out says so where it was pressed", async () => {
  serve({
    ...session,
    [LISTED]: { body: [here, phone] },
    "DELETE /api/profile/devices/d2": {
      status: 404,
      body: { message: "This device is not signed in any more.", code: "not_found" },
    },
  });
  const { user } = renderScreen(<SettingsPage />, { at: "/profile/settings" });
  await user.click(await screen.findByRole("button", { name: "Sign out Safari on iPhone" }));

  expect(await screen.findByText("This device is not signed in any more.")).toBeVisible();
});

test("where the list could not be loaded it can be tried again", async () => {
  let isDown = true;
  serve({ ...session, [LISTED]: () => (isDown ? { status: 500, body: "" } : { body: [here] }) });
  const { user } = renderScreen(<SettingsPage />, { at: "/profile/settings" });

  const retryButton = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await user.click(retryButton);

  expect(await screen.findByText("Firefox on Windows")).toBeVisible();
});
