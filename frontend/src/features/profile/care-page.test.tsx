import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { setOnline } from "@/test/connection";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { makeCare, serve, signedIn } from "@/test/server";
import { DEFAULT_CARE } from "@/ui/care/care";

import { CarePage } from "./care-page";

const READ = "GET /api/profile/care";
const SAVE = "PUT /api/profile/care";
const session = { "GET /api/auth/session": { body: signedIn } };

function changeConnection(isOnline: boolean): void {
  setOnline(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

test("what somebody always wants is stored as a whole", async () => {
  let stored: unknown = DEFAULT_CARE;
  const server = serve({
    ...session,
    [READ]: () => ({ body: stored }),
    [SAVE]: ({ body }) => {
      stored = body;
      return { body };
    },
  });
  const { user, container } = renderScreen(<CarePage />, { at: "/profile/care" });

  await user.selectOptions(await screen.findByLabelText("Detergent"), "For sensitive skin");
  await user.selectOptions(screen.getByLabelText("Wash at most at"), "30");
  await user.click(screen.getByRole("switch", { name: "Iron the shirts" }));
  await enter(user, screen.getByLabelText(/^Allergies/), " Lavender\nNuts ");
  await enter(user, screen.getByLabelText(/^Notes/), "On hangers");
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Your care profile is saved")).toBeVisible();
  await waitFor(() => expect(addressNow(container)).toBe("/profile"));
  expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([
    makeCare({ allergies: "Lavender\nNuts", notes: "On hangers" }),
  ]);
});

test("what is stored already is filled in", async () => {
  serve({ ...session, [READ]: { body: makeCare({ softener: true }) } });
  renderScreen(<CarePage />, { at: "/profile/care" });

  expect(await screen.findByLabelText("Detergent")).toHaveDisplayValue("For sensitive skin");
  expect(screen.getByRole("switch", { name: "Use fabric softener" })).toBeChecked();
  expect(screen.getByLabelText(/^Allergies/)).toHaveValue("Lavender");
});

test("a refusal is said, and nothing that is filled in is lost", async () => {
  serve({
    ...session,
    [READ]: { body: DEFAULT_CARE },
    [SAVE]: { status: 503, body: { message: "Please try again.", code: "database_busy" } },
  });
  const { user } = renderScreen(<CarePage />, { at: "/profile/care" });
  await enter(user, await screen.findByLabelText(/^Allergies/), "Lavender");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Your care profile was not saved")).toBeVisible();
  expect(screen.getByLabelText(/^Allergies/)).toHaveValue("Lavender");
});

test("without a connection it says so where it is saved, and what is typed stays", async () => {
  serve({ ...session, [READ]: { body: makeCare() } });
  const { user } = renderScreen(<CarePage />, { at: "/profile/care" });
  await enter(user, await screen.findByLabelText(/^Notes/), "On hangers");
  changeConnection(false);

  expect(screen.getByText("Saving needs a connection. What you have filled in stays here.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.getByLabelText(/^Notes/)).toHaveValue("On hangers");
});

test("what another device has stored meanwhile is filled in, beside what is typed here", async () => {
  let stored = makeCare();
  const server = serve({ ...session, [READ]: () => ({ body: stored }) });
  const { user } = renderScreen(<CarePage />, { at: "/profile/care" });
  const notes = await screen.findByLabelText(/^Notes/);
  await enter(user, notes, "On hangers");
  stored = makeCare({ allergies: "Nuts" });
  changeConnection(false);
  changeConnection(true);

  await waitFor(() => expect(screen.getByLabelText(/^Allergies/)).toHaveValue("Nuts"));
  expect(notes).toHaveValue("On hangers");
  expect(notes).toHaveFocus();
  expect(server.callsOf(READ)).toHaveLength(2);
});
