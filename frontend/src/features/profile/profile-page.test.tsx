import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, onTestFinished, test } from "vitest";

import { storeLocalities } from "@/api/localities/stored-locality";
import { useSession } from "@/api/session/session";
import type { Address } from "@/api/types";
import { makeApplication } from "@/test/application";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve, signedIn } from "@/test/server";
import { watchNavigation } from "@/test/navigation";
import { savedDraft, saveDraft } from "@/lib/drafts";

import { AddressesPage } from "./addresses-page";
import { ProfileEditPage } from "./profile-edit-page";
import { ProfilePage } from "./profile-page";
import { SettingsPage } from "./settings-page";

const session = { "GET /api/auth/session": { body: signedIn } };
const home: Address = {
  id: "a1",
  label: "Home",
  street: "Bahnhofstrasse 1",
  city: "Zurich",
  postalCode: "8001",
  isDefault: true,
};

/** Asks for the session again, as a page does that is looked at again. */
function Refresh(): ReactElement {
  const { refresh } = useSession();
  return <button onClick={() => void refresh()}>Refresh</button>;
}

test("shows the account and leads everywhere", async () => {
  serve(session);
  const { container } = renderScreen(<ProfilePage />, { at: "/profile" });

  expect(await screen.findByText("Alice Meier")).toBeVisible();
  expect(screen.getByText("alice@example.com")).toBeVisible();
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    "/profile/edit",
    "/profile/addresses",
    "/profile/payment-methods",
    "/profile/care",
    "/recurring",
    "/notifications",
    "/provider/apply",
    "/support",
    "/profile/settings",
  ]);
  expect(screen.getByText(/^Suuber · Version \d+\.\d+\.\d+$/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["submitted", "Application submitted"],
  ["changes", "Your application needs a change"],
  ["rejected", "Application not accepted"],
] as const)(
  "says how far the application of somebody who wants to be a provider has come: %s",
  async (status, words) => {
    serve({ ...session, "GET /api/provider-application": { body: makeApplication({ status }) } });
    renderScreen(<ProfilePage />, { at: "/profile" });

    const row = await screen.findByRole("link", { name: /Become a Service Provider/ });
    await waitFor(() => expect(row).toHaveTextContent(words));
    expect(row).toHaveAttribute("href", "/provider/apply");
  },
);

test("leads a provider to their workspace and an operator to the admin site", async () => {
  serve({
    "GET /api/auth/session": {
      body: { ...signedIn, user: { ...alice, isProvider: true, providerId: "p1", isOperator: true } },
    },
  });
  renderScreen(<ProfilePage />, { at: "/profile" });

  expect(await screen.findByRole("link", { name: /Provider workspace/ })).toHaveAttribute("href", "/provider");
  expect(screen.getByRole("link", { name: /Back office/ })).toHaveAttribute("href", "/admin/");
  expect(screen.queryByRole("link", { name: /Become a Service Provider/ })).not.toBeInTheDocument();
});

test("a visitor is asked to sign in and comes back here", async () => {
  serve();
  const { container } = renderScreen(<ProfilePage />, { at: "/profile" });

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2Fprofile");
  expect(screen.queryByRole("button", { name: "Sign Out" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("signing out forgets half-filled forms and starts afresh at home", async () => {
  const assign = watchNavigation();
  const server = serve({ ...session, "POST /api/auth/logout": { body: { success: true } } });
  saveDraft("booking p1", alice.id, { street: "Bahnhofstrasse 1" });
  const { user } = renderScreen(<ProfilePage />, { at: "/profile" });

  await user.click(await screen.findByRole("button", { name: "Sign Out" }));

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
  expect(server.callsOf("POST /api/auth/logout")).toHaveLength(1);
  expect(savedDraft("booking p1", alice.id)).toBeNull();
});

test("says so when signing out fails, and stays", async () => {
  serve({
    ...session,
    "POST /api/auth/logout": { status: 503, body: { message: "Busy. Please try again.", code: "database_busy" } },
  });
  saveDraft("booking p1", alice.id, { street: "Bahnhofstrasse 1" });
  const { user } = renderScreen(<ProfilePage />, { at: "/profile" });

  await user.click(await screen.findByRole("button", { name: "Sign Out" }));

  expect(await within(screen.getByRole("main")).findByText("Not signed out")).toBeVisible();
  expect(savedDraft("booking p1", alice.id)).toEqual({ street: "Bahnhofstrasse 1" });
  expect(screen.getByRole("button", { name: "Sign Out" })).toBeEnabled();
});

test("changes the name and goes back to the profile", async () => {
  const server = serve({ ...session, "PATCH /api/profile": { body: { ...alice, firstName: "Alicia" } } });
  const { user, container } = renderScreen(<ProfileEditPage />, { at: "/profile/edit" });

  const firstName = await screen.findByRole("textbox", { name: "First Name" });
  expect(await axeViolations(container)).toEqual([]);
  await user.clear(firstName);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("First name is required")).toBeVisible();
  expect(server.callsOf("PATCH /api/profile")).toEqual([]);

  await enter(user, firstName, "Alicia");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Profile saved")).toBeVisible();
  expect(server.callsOf("PATCH /api/profile").map((call) => call.body)).toEqual([{ firstName: "Alicia" }]);
  await waitFor(() => expect(addressNow(container)).toBe("/profile"));
});

test("what another device has changed stands in the form, and a Save without typing says and sends nothing", async () => {
  const server = serve({ ...session, "PATCH /api/profile": { body: alice } });
  const { user, container } = renderScreen(
    <>
      <ProfileEditPage />
      <Refresh />
    </>,
    { at: "/profile/edit" },
  );
  const firstName = await screen.findByRole("textbox", { name: "First Name" });
  await user.clear(firstName);
  await enter(user, firstName, "Alicia");

  const theirs = { ...alice, phone: "+41441234567" };
  server.setHandlers({ "GET /api/auth/session": { body: { ...signedIn, user: theirs } } });
  act(() => screen.getByText("Refresh").click());
  await waitFor(() => expect(screen.getByRole("textbox", { name: /^Phone/ })).toHaveValue("044 123 45 67"));
  expect(firstName).toHaveValue("Alicia");
  expect(firstName).toHaveFocus();

  await user.clear(firstName);
  await enter(user, firstName, "Alice");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(addressNow(container)).toBe("/profile"));
  expect(screen.queryByText("Profile saved")).not.toBeInTheDocument();
  expect(server.callsOf("PATCH /api/profile")).toEqual([]);
});

test("an account without a password is led to a link by which it chooses one", async () => {
  const about = { email: "alice@example.com", isVerified: true, pendingEmail: null, hasPassword: false };
  serve({ ...session, "GET /api/profile/email": { body: about } });
  const { container } = renderScreen(<SettingsPage />, { at: "/profile/settings" });

  expect(await screen.findByRole("link", { name: "Choose a password" })).toHaveAttribute("href", "/login/help");
  expect(screen.queryByLabelText("Current password")).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test("shows beside the field what the server refuses", async () => {
  serve({
    ...session,
    "POST /api/profile/password": {
      status: 400,
      body: {
        message: "This password is too common.",
        code: "invalid",
        fields: { newPassword: ["This password is too common."] },
      },
    },
  });
  const { user, container } = renderScreen(<SettingsPage />, { at: "/profile/settings" });

  await enter(user, await screen.findByLabelText("Current password"), "old-secret");
  await user.type(screen.getByLabelText("New password"), "abc");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("Password must be at least 6 characters")).toBeVisible();
  await user.type(screen.getByLabelText("New password"), "123");
  await user.click(screen.getByRole("button", { name: "Change password" }));

  expect(await screen.findAllByText("This password is too common.")).not.toEqual([]);
  expect(screen.getByLabelText("New password")).toHaveAttribute("aria-invalid", "true");
  expect(await axeViolations(container)).toEqual([]);
});

test("adds an address", async () => {
  const server = serve({
    ...session,
    "GET /api/addresses": { body: [] },
    "POST /api/addresses": { status: 201, body: home },
  });
  const { user, container } = renderScreen(<AddressesPage />, { at: "/profile/addresses" });

  expect(await screen.findByText("No addresses yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add address" }));
  const dialog = within(screen.getByRole("dialog", { name: "New address" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Address is required")).toBeVisible();
  expect(dialog.getByText("Postal code is required")).toBeVisible();
  await enter(user, dialog.getByRole("textbox", { name: "City" }), "Zurich");
  await enter(user, dialog.getByRole("textbox", { name: "Street address" }), "Bahnhofstrasse 1");
  await user.type(dialog.getByRole("textbox", { name: "Postal code" }), "8001");
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({ "GET /api/addresses": { body: [home] } });
  await user.click(dialog.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Bahnhofstrasse 1, Zurich 8001")).toBeVisible();
  expect(server.callsOf("POST /api/addresses").map((call) => call.body)).toEqual([
    { label: "", street: "Bahnhofstrasse 1", city: "Zurich", postalCode: "8001" },
  ]);
});

test("a new address begins in the account's place", async () => {
  storeLocalities({ account: { postalCode: "3011", city: "Bern", owner: alice.id } });
  onTestFinished(() => storeLocalities({ account: null }));
  serve({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, postalCode: "3011" } } },
    "GET /api/addresses": { body: [] },
  });
  const { user } = renderScreen(<AddressesPage />, { at: "/profile/addresses" });

  await user.click(await screen.findByRole("button", { name: "Add address" }));

  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Bern");
  expect(screen.getByRole("textbox", { name: "Postal code" })).toHaveValue("3011");
});

test("an address that is saved again after a failure goes out with the same key", async () => {
  const server = serve({
    ...session,
    "GET /api/addresses": { body: [] },
    "POST /api/addresses": { status: 500, body: "broken" },
  });
  const { user } = renderScreen(<AddressesPage />, { at: "/profile/addresses" });

  await user.click(await screen.findByRole("button", { name: "Add address" }));
  const dialog = within(screen.getByRole("dialog", { name: "New address" }));
  await enter(user, dialog.getByRole("textbox", { name: "Street address" }), "Bahnhofstrasse 1");
  await user.type(dialog.getByRole("textbox", { name: "Postal code" }), "8001");
  await enter(user, dialog.getByRole("textbox", { name: "City" }), "Zurich");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(server.callsOf("POST /api/addresses")).toHaveLength(2));
  const [first, second] = server.callsOf("POST /api/addresses").map((call) => call.headers.get("Idempotency-Key"));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

test("an address that cannot be made the default says why, sends it once, and stands so until it is tried again", async () => {
  const other = { ...home, id: "a2", street: "Limmatquai 12", isDefault: false };
  let respond = (): void => undefined;
  const server = serve({
    ...session,
    "GET /api/addresses": { body: [{ ...home, isDefault: true }, other] },
    "PATCH /api/addresses/a2": async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return { status: 503, body: { message: "This is busy right now.", code: "database_busy" } };
    },
  });
  const { user } = renderScreen(<AddressesPage />, { at: "/profile/addresses" });

  const card = within((await screen.findByText("Limmatquai 12, Zurich 8001")).closest("li") as HTMLElement);
  const button = card.getByRole("button", { name: "Use by default" });
  await user.dblClick(button);
  await waitFor(() => expect(button).toBeDisabled());
  respond();

  expect(await card.findByRole("alert")).toHaveTextContent("This is busy right now.");
  expect(server.callsOf("PATCH /api/addresses/a2")).toHaveLength(1);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

test("removes an address, which can be taken back", async () => {
  const server = serve({
    ...session,
    "GET /api/addresses": { body: [home] },
    "DELETE /api/addresses/a1": { status: 204 },
  });
  const { user } = renderScreen(<AddressesPage />, { at: "/profile/addresses" });

  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(screen.getByText("No addresses yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(screen.getByText("Bahnhofstrasse 1, Zurich 8001")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(server.callsOf("DELETE /api/addresses/a1")).toEqual([]);
  server.setHandlers({ "GET /api/addresses": { body: [] } });
  await user.click(screen.getByRole("button", { name: "Close" }));

  await waitFor(() => expect(server.callsOf("DELETE /api/addresses/a1")).toHaveLength(1));
  expect(await screen.findByText("No addresses yet")).toBeVisible();
});
