import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import type { ProviderSettings } from "@/api/types";
import { savedDraft } from "@/lib/drafts";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve, signedIn, type TestServer } from "@/test/server";
import { receiveUploads } from "@/test/uploads";

import { ProviderSettingsPage } from "./provider-settings-page";

const READ = "GET /api/provider/settings";
const SAVE = "PATCH /api/provider/settings";
const bruno = {
  ...signedIn,
  user: { ...alice, firstName: "Bruno", lastName: "Keller", isProvider: true, providerId: "p1" },
};
const settings: ProviderSettings = {
  providerId: "p1",
  etag: '"v1"',
  photoUrl: null,
  businessName: "Brunos Waschsalon",
  bio: "Since 2019.",
  specialties: ["Wool"],
  acceptsInstantly: true,
  lateFeePercent: 50,
  serviceArea: ["8001"],
  areas: [{ postalCode: "8001", city: "Zurich", latitude: 47.37, longitude: 8.54 }],
};
const zug = { postalCode: "6300", city: "Zug", canton: "ZG", latitude: 47.17, longitude: 8.52 };
const cham = { postalCode: "6330", city: "Cham", canton: "ZG", latitude: 47.18, longitude: 8.46 };

type Shown = ReturnType<typeof renderScreen> & { server: TestServer };

function open(present: ProviderSettings = settings): Shown {
  const server = serve({
    "GET /api/auth/session": { body: bruno },
    [READ]: { body: present },
    [SAVE]: { body: present },
    "GET /api/localities?q=Zug": { body: [zug] },
    "GET /api/localities?near=47.37%2C8.54": { body: [zug, cham] },
  });
  return { ...renderScreen(<ProviderSettingsPage />, { at: "/provider/settings" }), server };
}

const conflict = (current: ProviderSettings): { status: number; body: unknown } => ({
  status: 409,
  body: { message: "Your settings have changed in the meantime.", code: "version_conflict", current },
});

const section = (name: string): Promise<HTMLElement> => screen.findByRole("form", { name });

test("shows what is set, and the way to the public page", async () => {
  const { container } = open();

  expect(await screen.findByLabelText("Business name")).toHaveValue("Brunos Waschsalon");
  expect(screen.getByLabelText("About you")).toHaveValue("Since 2019.");
  expect(screen.getByRole("button", { name: "Remove Wool" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove 8001 Zurich" })).toBeVisible();
  expect(screen.getByRole("switch", { name: "Accept instantly" })).toBeChecked();
  expect(screen.getByRole("slider", { name: "Late-cancel fee" })).toHaveAttribute("aria-valuetext", "50 %");
  expect(screen.getByRole("link", { name: "See your public page" })).toHaveAttribute("href", "/providers/p1");
  expect(await axeViolations(container)).toEqual([]);
});

test("saves the profile by itself, with the word that is being typed and what was seen", async () => {
  const { user, server } = open();
  const profile = within(await section("Public profile"));

  await user.type(profile.getByRole("textbox", { name: "Specialties" }), "Silk{Enter}Down");
  await user.click(profile.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  const [call] = server.callsOf(SAVE);
  expect(call?.body).toEqual({ specialties: ["Wool", "Silk", "Down"] });
  expect(call?.headers.get("If-Match")).toBe('"v1"');
});

test("adds a locality, removes another, and keeps one at least", async () => {
  const { user, server } = open();
  const areas = within(await section("Where you come to"));

  await user.click(areas.getByRole("button", { name: "Remove 8001 Zurich" }));
  await user.click(areas.getByRole("button", { name: "Save places" }));
  expect(await areas.findByText("Name at least one postal code that you serve.")).toBeVisible();
  expect(server.callsOf(SAVE)).toHaveLength(0);

  await user.type(areas.getByLabelText(/Postal codes/), "Zug");
  await user.click(await areas.findByRole("button", { name: "Add 6300 Zug" }));
  await user.click(areas.getByRole("button", { name: "Save places" }));
  await waitFor(() => expect(server.callsOf(SAVE)[0]?.body).toEqual({ serviceArea: ["6300"] }));
});

test("chooses localities on the map, which shows those around where it is pressed", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const { user, server, container } = open();
  const areas = within(await section("Where you come to"));
  await user.click(areas.getByRole("button", { name: "Choose on the map" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Where you come to" }));
  const map = await dialog.findByRole("region", { name: "Map of Switzerland" });
  expect(within(map).getByText("8001")).toBeVisible();

  // Enter picks the locality in the map's centre, as a click there would.
  map.focus();
  await user.keyboard("{Enter}");
  await user.click(await dialog.findByRole("button", { name: "6330 Cham", pressed: false }));
  await user.click(within(map).getByText("8001"));
  expect(dialog.getByText("1 place chosen")).toBeVisible();
  expect(dialog.getByRole("button", { name: "6330 Cham", pressed: true })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await user.click(areas.getByRole("button", { name: "Save places" }));

  await waitFor(() => expect(server.callsOf(SAVE)[0]?.body).toEqual({ serviceArea: ["6330"] }));
});

test("says what accepting manually and the fee mean", async () => {
  const { user, server } = open();
  const bookings = within(await section("Bookings"));

  expect(await bookings.findByText("Example: of a standard order of CHF 25.00, CHF 12.50 is kept.")).toBeVisible();
  await user.click(bookings.getByRole("switch", { name: "Accept instantly" }));
  expect(await bookings.findByText(/You have 2 hours to accept each paid order by hand/)).toBeVisible();
  await user.click(bookings.getByRole("button", { name: "Save bookings" }));
  await waitFor(() => expect(server.callsOf(SAVE)[0]?.body).toEqual({ acceptsInstantly: false }));
});

test("what another tab has saved is shown, and can be taken", async () => {
  const { user, server } = open();
  const profile = within(await section("Public profile"));
  const current = { ...settings, etag: '"v2"', bio: "Since 2020." };
  await enter(user, profile.getByLabelText("About you"), " Two machines.");
  server.setHandlers({
    [READ]: { body: current },
    [SAVE]: conflict(current),
  });

  await user.click(profile.getByRole("button", { name: "Save profile" }));

  expect(await profile.findByText("About you: Since 2020.")).toBeVisible();
  expect(profile.getByLabelText("About you")).toHaveValue("Since 2019. Two machines.");
  await user.click(profile.getByRole("button", { name: "Use what is saved" }));
  expect(await screen.findByLabelText("About you")).toHaveValue("Since 2020.");
  expect(screen.queryByText("About you: Since 2020.")).not.toBeInTheDocument();
  expect(savedDraft("settings profile", alice.id)).toBeNull();
});

test("what another tab has saved in the meantime stays, where this one changes something else", async () => {
  const sent = receiveUploads();
  const { user, server } = open();
  const profile = within(await section("Public profile"));
  const current = { ...settings, etag: '"v2"', bio: "Since 2020.", photoUrl: "/photos/1.jpg" };
  const saved = { ...current, etag: '"v3"', specialties: ["Wool", "Silk"] };
  server.setHandlers({ [READ]: { body: current }, [SAVE]: { body: saved } });
  await user.upload(await screen.findByLabelText("Add a photo"), new File(["x"], "me.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.respond(200, current));
  expect(await screen.findByText("Your new photo is shown.")).toBeVisible();

  await user.type(profile.getByRole("textbox", { name: "Specialties" }), "Silk{Enter}");
  server.setHandlers({ [READ]: { body: saved } });
  await user.click(profile.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  const [call] = server.callsOf(SAVE);
  expect([call?.body, call?.headers.get("If-Match")]).toEqual([{ specialties: ["Wool", "Silk"] }, '"v2"']);
  expect(profile.getByLabelText("About you")).toHaveValue("Since 2020.");
});

test("what another tab has saved without being read here stays, too", async () => {
  const { user, server } = open();
  const profile = within(await section("Public profile"));
  const current = { ...settings, etag: '"v2"', bio: "Since 2020." };
  const saved = { ...current, etag: '"v3"', specialties: ["Wool", "Silk"] };
  server.setHandlers({
    [READ]: { body: current },
    [SAVE]: ({ headers }) => (headers.get("If-Match") === '"v2"' ? { body: saved } : conflict(current)),
  });

  await user.type(profile.getByRole("textbox", { name: "Specialties" }), "Silk");
  await user.click(profile.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ specialties: ["Wool", "Silk"] })),
  );
  expect(profile.getByLabelText("About you")).toHaveValue("Since 2020.");
});

test("the same field, changed by two tabs, is asked about although the newer one was read here", async () => {
  const sent = receiveUploads();
  const { user, server } = open();
  const profile = within(await section("Public profile"));
  const current = { ...settings, etag: '"v2"', bio: "Since 2020.", photoUrl: "/photos/1.jpg" };
  server.setHandlers({ [READ]: { body: current }, [SAVE]: conflict(current) });
  await user.upload(await screen.findByLabelText("Add a photo"), new File(["x"], "me.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.respond(200, current));
  expect(await screen.findByText("Your new photo is shown.")).toBeVisible();

  await enter(user, profile.getByLabelText("About you"), " Two machines.");
  await user.click(profile.getByRole("button", { name: "Save profile" }));
  expect(await profile.findByText("About you: Since 2020.")).toBeVisible();
  server.setHandlers({ [SAVE]: { body: { ...current, etag: '"v3"', bio: "Since 2019. Two machines." } } });
  await user.click(profile.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  const calls = server.callsOf(SAVE);
  expect(calls.map(({ headers }) => headers.get("If-Match"))).toEqual(['"v1"', '"v2"']);
  expect(calls.map(({ body }) => body)).toEqual([
    { bio: "Since 2019. Two machines." },
    { bio: "Since 2019. Two machines." },
  ]);
});

test("what is filled in is there again after a link and Back, each section by itself, until it is saved", async () => {
  const first = open();
  const about = await screen.findByLabelText("About you");
  await enter(first.user, about, " Two machines.");
  await first.user.click(screen.getByRole("button", { name: "Remove 8001 Zurich" }));
  await first.user.type(screen.getByRole("textbox", { name: "Specialties" }), "Silk{Enter}Down");
  first.unmount();

  const second = open();
  expect(await screen.findByLabelText("About you")).toHaveValue("Since 2019. Two machines.");
  expect(screen.getByRole("button", { name: "Remove Silk" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Specialties" })).toHaveValue("Down");
  expect(screen.queryByRole("button", { name: "Remove 8001 Zurich" })).not.toBeInTheDocument();
  await second.user.click(screen.getByRole("button", { name: "Save profile" }));
  expect(await screen.findByText("Saved")).toBeVisible();
  second.unmount();

  // Another window then saves something newer: that is shown.
  open({ ...settings, bio: "Since 2020." });
  expect(await screen.findByLabelText("About you")).toHaveValue("Since 2020.");
  expect(screen.queryByRole("button", { name: "Remove Silk" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Remove 8001 Zurich" })).not.toBeInTheDocument();
});

test("what is filled in again after Back asks before it overwrites what was saved elsewhere meanwhile", async () => {
  const first = open();
  await enter(first.user, await screen.findByLabelText("About you"), " Two machines.");
  first.unmount();

  const current = { ...settings, etag: '"v2"', bio: "Since 2020.", businessName: "Salon Bruno" };
  const { user, server } = open(current);
  server.setHandlers({
    [SAVE]: ({ headers }) => (headers.get("If-Match") === '"v1"' ? conflict(current) : { body: current }),
  });
  const profile = within(await section("Public profile"));
  expect(profile.getByLabelText("About you")).toHaveValue("Since 2019. Two machines.");
  expect(profile.getByLabelText("Business name")).toHaveValue("Salon Bruno");
  await user.click(profile.getByRole("button", { name: "Save profile" }));
  expect(await profile.findByText("About you: Since 2020.")).toBeVisible();
  await user.click(profile.getByRole("button", { name: "Save profile" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  expect(server.callsOf(SAVE).map(({ body, headers }) => [body, headers.get("If-Match")])).toEqual([
    [{ bio: "Since 2019. Two machines." }, '"v1"'],
    [{ bio: "Since 2019. Two machines." }, '"v2"'],
  ]);
});

test("what the server refuses stands at its field", async () => {
  const { user, server } = open();
  const profile = within(await section("Public profile"));
  server.setHandlers({
    [SAVE]: { status: 400, body: { message: "Too long.", code: "invalid", fields: { bio: ["Too long."] } } },
  });

  await enter(user, profile.getByLabelText("About you"), " Two machines.");
  await user.click(profile.getByRole("button", { name: "Save profile" }));

  await waitFor(() => expect(profile.getByLabelText("About you")).toHaveFocus());
  expect(profile.getByLabelText("About you")).toBeInvalid();
  expect(profile.getByText("Too long.")).toBeVisible();
});

test("sends a photo as it is chosen, and says what is refused", async () => {
  const sent = receiveUploads();
  const { user, server } = open();

  await user.upload(await screen.findByLabelText("Add a photo"), new File(["x"], "me.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.route).toBe("PUT /api/provider/photo");
  server.setHandlers({ [READ]: { body: { ...settings, photoUrl: "/photos/1.jpg" } } });
  act(() => sent[0]?.respond(200, settings));

  expect(await screen.findByText("Your new photo is shown.")).toBeVisible();
  await user.upload(await screen.findByLabelText("Replace photo"), new File(["y"], "me.png", { type: "image/png" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  act(() =>
    sent[1]?.respond(400, {
      message: "This picture is damaged. Please try another one.",
      code: "unreadable_file",
      fields: { file: ["x"] },
    }),
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("This picture is damaged.");
  expect(screen.getByRole("button", { name: "Remove photo" })).toBeEnabled();
});

test("nothing of a section can be changed while it is being saved: it would be thrown away as saved", async () => {
  const { user, server } = open();
  let save: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (save = resolve));
  server.setHandlers({ [SAVE]: () => held.then(() => ({ body: settings })) });
  const sections = {
    profile: within(await section("Public profile")),
    areas: within(await section("Where you come to")),
    bookings: within(await section("Bookings")),
  };
  await user.type(sections.profile.getByRole("textbox", { name: "Specialties" }), "Silk");
  await user.click(sections.bookings.getByRole("switch", { name: "Accept instantly" }));
  await user.type(sections.areas.getByLabelText(/Postal codes/), "Zug");
  await user.click(await sections.areas.findByRole("button", { name: "Add 6300 Zug" }));
  for (const [form, name] of [
    [sections.profile, "Save profile"],
    [sections.areas, "Save places"],
    [sections.bookings, "Save bookings"],
  ] as const)
    await user.click(form.getByRole("button", { name }));

  for (const control of [
    sections.profile.getByRole("button", { name: "Remove Wool" }),
    sections.profile.getByRole("button", { name: "Add" }),
    sections.areas.getByRole("button", { name: "Remove 6300 Zug" }),
    sections.areas.getByRole("button", { name: "Choose on the map" }),
    sections.bookings.getByRole("switch", { name: "Accept instantly" }),
    sections.bookings.getByRole("slider", { name: "Late-cancel fee" }),
  ])
    expect(control).toBeDisabled();
  await user.type(sections.profile.getByRole("textbox", { name: "Specialties" }), "{Enter}");
  expect(sections.profile.queryByRole("button", { name: "Remove Silk" })).not.toBeInTheDocument();
  act(save);

  await waitFor(() => expect(sections.bookings.getByRole("slider", { name: "Late-cancel fee" })).toBeEnabled());
  expect(await sections.profile.findByRole("button", { name: "Remove Wool" })).toBeEnabled();
});

test("says why nothing is shown, and tries again", async () => {
  const { user, server } = {
    ...open(),
    server: serve({ "GET /api/auth/session": { body: bruno }, [READ]: { status: 500, body: {} } }),
  };

  expect(await screen.findByText("Your settings could not be loaded.")).toBeVisible();
  server.setHandlers({ [READ]: { body: settings } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Business name")).toBeVisible();
});
