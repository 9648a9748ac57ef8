import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";
import { alice, serve, signedIn } from "@/test/server";
import { receiveUploads } from "@/test/uploads";

import { ProfileEditPage } from "./profile-edit-page";
import { ProfilePage } from "./profile-page";

const SESSION = "GET /api/auth/session";
const ADDRESS = "/api/profile/photo?v=1";
const about = { email: "alice@example.com", isVerified: true, pendingEmail: null, hasPassword: true };
const withPhoto = { ...signedIn, user: { ...alice, photoUrl: ADDRESS } };

const open = (session: typeof signedIn) => {
  const server = serve({ [SESSION]: { body: session }, "GET /api/profile/email": { body: about } });
  return { server, ...renderScreen(<ProfileEditPage />, { at: "/profile/edit" }) };
};

test("a photo is sent as it is chosen, and shown", async () => {
  const sent = receiveUploads();
  const { user, server, container } = open(signedIn);

  await user.upload(await screen.findByLabelText("Add a photo"), new File(["x"], "me.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.route).toBe("PUT /api/profile/photo");
  server.setHandlers({ [SESSION]: { body: withPhoto } });
  act(() => sent[0]?.respond(200, withPhoto.user));

  expect(await screen.findByText("Your new photo is shown.")).toBeVisible();
  expect(await screen.findByLabelText("Replace photo")).toBeEnabled();
  expect(container.querySelector("img")).toHaveAttribute("src", ADDRESS);
  expect(await axeViolations(container)).toEqual([]);
});

test("a photo is removed", async () => {
  const { user, server, container } = open(withPhoto);
  server.setHandlers({ "DELETE /api/profile/photo": { body: alice } });

  const button = await screen.findByRole("button", { name: "Remove photo" });
  server.setHandlers({ [SESSION]: { body: signedIn } });
  await user.click(button);

  expect(await screen.findByText("Your photo is removed.")).toBeVisible();
  await waitFor(() => expect(container.querySelector("img")).toBeNull());
  expect(server.callsOf("DELETE /api/profile/photo")).toHaveLength(1);
});

test("the profile shows it", async () => {
  serve({ [SESSION]: { body: withPhoto } });
  const { container } = renderScreen(<ProfilePage />, { at: "/profile" });

  expect(await screen.findByText("alice@example.com")).toBeVisible();
  expect(container.querySelector("img")).toHaveAttribute("src", ADDRESS);
});
