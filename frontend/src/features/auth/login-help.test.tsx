import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { saveDraft } from "@/lib/drafts";
import { watchNavigation } from "@/test/navigation";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve } from "@/test/server";
import { showLeftToast } from "@/ui/overlay/toast";

import { EmailLinkPage } from "./email-link-page";
import { LoginHelpPage } from "./login-help-page";
import { LoginPage } from "./login-page";

const ENDED = {
  status: 404,
  body: { message: "This link does not work any more. Please ask for a new one.", code: "link_ended" },
};
const LOOKED = "POST /api/auth/emailed-link";
const ASKED = "POST /api/auth/password-reset";
const SET = "POST /api/auth/password-reset/confirm";
const AT_LINK = "/email-link#abc:def";
const reset = { [LOOKED]: { body: { purpose: "reset", email: "alice@example.com" } } };
const accepted = { body: { success: true, user: alice, csrfToken: "token-2" } };

test("the sign-in page leads to it", () => {
  serve();
  renderScreen(<LoginPage />, { at: "/login" });

  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/login/help");
});

test("the page that asked stays known on the way to it and back", () => {
  serve();
  const { unmount } = renderScreen(<LoginPage />, { at: "/login?next=/history" });
  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute(
    "href",
    "/login/help?next=%2Fhistory",
  );
  expect(screen.getByRole("link", { name: "Send me a sign-in link" })).toHaveAttribute(
    "href",
    "/login/help?with=link&next=%2Fhistory",
  );
  unmount();

  renderScreen(<LoginHelpPage />, { at: "/login/help?with=link&next=%2Fhistory" });

  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/login?next=%2Fhistory");
});

test("has a link sent to the address that was typed, and says the same whoever it is", async () => {
  const server = serve({ [ASKED]: { body: { success: true } } });
  const { user, container } = renderScreen(<LoginHelpPage />, { at: "/login/help" });
  await enter(user, screen.getByLabelText("Email"), " nobody@example.com");
  await user.click(screen.getByRole("button", { name: "Send link" }));

  expect(await screen.findByText(/^If there is an account for nobody@example.com, a link is on its way/)).toBeVisible();
  expect(server.callsOf(ASKED).map((call) => call.body)).toEqual([{ email: "nobody@example.com", next: "/" }]);
  expect(await axeViolations(container)).toEqual([]);

  // The server mails one a minute.
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(
    await screen.findByText("A link was sent a moment ago. You can ask for another one in a minute."),
  ).toBeVisible();
  expect(server.callsOf(ASKED)).toHaveLength(1);
  vi.setSystemTime(Date.now() + 61_000);
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText(/Requested again/)).toBeVisible();
  expect(server.callsOf(ASKED)).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Use another address" }));
  await user.clear(screen.getByLabelText("Email"));
  await enter(user, screen.getByLabelText("Email"), "Nobody@example.com");
  await user.click(screen.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText(/^A link was sent a moment ago/)).toBeVisible();
  expect(server.callsOf(ASKED)).toHaveLength(2);
});

test("knows the address that was typed to sign in", () => {
  saveDraft("login", null, { email: "alice@example.com" });
  serve();
  renderScreen(<LoginHelpPage />, { at: "/login/help" });

  expect(screen.getByLabelText("Email")).toHaveValue("alice@example.com");
});

test("without an address nothing is asked for; too many wishes say how long to wait", async () => {
  const server = serve({ [ASKED]: { status: 429, body: {}, headers: { "Retry-After": "40" } } });
  const { user, container } = renderScreen(<LoginHelpPage />, { at: "/login/help" });

  await user.click(screen.getByRole("button", { name: "Send link" }));
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Email is required");
  expect(server.callsOf(ASKED)).toEqual([]);

  await enter(user, screen.getByLabelText("Email"), "alice@example.com");
  await user.click(screen.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText("Too many attempts. Please try again in 40 seconds.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("a link sets the new password once a button is pressed, and loads the app anew", async () => {
  const assign = watchNavigation();
  const server = serve({ ...reset, [SET]: accepted });
  const { user, container } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  expect(await screen.findByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("alice@example.com");
  expect(server.callsOf(SET)).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);

  await user.type(screen.getByLabelText("New password"), "short");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
  expect(screen.getByLabelText("New password")).toHaveAccessibleDescription("Password must be at least 6 characters");

  await user.type(screen.getByLabelText("New password"), "-but-longer");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
  expect(server.callsOf(SET).map((call) => call.body)).toEqual([{ token: "abc:def", password: "short-but-longer" }]);
});

test.each([
  ["alone", accepted, "You are signed in here, and signed out everywhere else."],
  ["before the code", { status: 403, body: { code: "second_factor_required", message: "Enter the code." } }, null],
])("who sets a new password by a link %s reads afterwards only what is so", async (_, body, sentence) => {
  const assign = watchNavigation();
  serve({ ...reset, [SET]: body });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });
  await enter(user, await screen.findByLabelText("New password"), "quiet-alpine-river");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());

  act(showLeftToast);

  expect(await screen.findByText("Password changed")).toBeVisible();
  expect(screen.queryByText(/^You are signed in here/)?.textContent ?? null).toBe(sentence);
});

test("a sign-in link is sent from its own page", async () => {
  const server = serve({ "POST /api/auth/sign-in-link": { body: { success: true } } });
  const { user, container } = renderScreen(<LoginHelpPage />, { at: "/login/help?with=link&next=%2Fhistory" });

  expect(screen.getByRole("heading", { level: 1, name: "Sign in by email" })).toBeVisible();
  await enter(user, screen.getByLabelText("Email"), "alice@example.com");
  await user.click(screen.getByRole("button", { name: "Send link" }));

  expect(await screen.findByText(/It works once, for 15 minutes/)).toBeVisible();
  expect(server.callsOf("POST /api/auth/sign-in-link").map((call) => call.body)).toEqual([
    { email: "alice@example.com", next: "/history" },
  ]);
  expect(await axeViolations(container)).toEqual([]);
});

test.each(["sign-in", "reset"])("a link of kind %s leads back to the page that asked for it", async (purpose) => {
  const assign = watchNavigation();
  serve({
    [LOOKED]: { body: { purpose, email: "alice@example.com", next: "/booking?providerId=7" } },
    "POST /api/auth/sign-in-link/confirm": accepted,
    [SET]: accepted,
  });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  if (purpose === "reset") await enter(user, await screen.findByLabelText("New password"), "another-password-1");
  const button = purpose === "reset" ? "Set password and sign in" : "Sign in";
  await user.click(await screen.findByRole("button", { name: button }));

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/booking?providerId=7"));
});

test("a sign-in link signs in once its button is pressed, never by being opened", async () => {
  const assign = watchNavigation();
  const server = serve({
    [LOOKED]: { body: { purpose: "sign-in", email: "alice@example.com" } },
    "POST /api/auth/sign-in-link/confirm": accepted,
  });
  const { user, container } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  expect(await screen.findByText("You sign in as alice@example.com, on this device.")).toBeVisible();
  expect(server.callsOf("POST /api/auth/sign-in-link/confirm")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
});

test.each([
  ["verify", "email-verification", "Confirm email address", "Email address confirmed"],
  ["change", "email-change", "Use the new address", "Email address changed"],
])("a link of kind %s confirms an address and says so", async (purpose, act, button, done) => {
  const path = `/api/auth/${act}`;
  const server = serve({
    [LOOKED]: { body: { purpose, email: "alice@example.com" } },
    [`POST ${path}`]: { body: { success: true } },
  });
  const { user, container } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  await user.click(await screen.findByRole("button", { name: button }));

  expect(await screen.findByText(done)).toBeVisible();
  expect(server.callsOf(`POST ${path}`).map((call) => call.body)).toEqual([{ token: "abc:def", password: "" }]);
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["verify", "email-verification", "Confirm email address", "Email address confirmed"],
  ["change", "email-change", "Use the new address", "Email address changed"],
])("a link of kind %s asks for the password where nobody is signed in to the account", async (...kind) => {
  const [purpose, act, name, done] = kind;
  const path = `POST /api/auth/${act}`;
  const refused = (code: string, fields?: Record<string, string[]>) => ({
    status: 400,
    body: { message: "This is not your current password.", code, ...(fields && { fields }) },
  });
  const server = serve({
    [LOOKED]: { body: { purpose, email: "alice@example.com" } },
    [path]: ({ body }) => {
      const { password } = body as { password: string };
      if (password === "") return refused("password_required");
      if (password === "right") return { body: { success: true } };
      return refused("wrong_password", { password: ["This is not your current password."] });
    },
  });
  const { user, container } = renderScreen(<EmailLinkPage />, { at: AT_LINK });
  const button = { name };

  await user.click(await screen.findByRole("button", button));
  const field = await screen.findByLabelText("Password");
  expect(await axeViolations(container)).toEqual([]);
  expect(screen.getByRole("link", { name: "Send me a sign-in link" })).toHaveAttribute("href", "/login/help?with=link");
  await enter(user, field, "wrong");
  await user.click(screen.getByRole("button", button));
  await waitFor(() => expect(field).toHaveAccessibleDescription("This is not your current password."));
  await user.clear(field);
  await enter(user, field, "right");
  await user.click(screen.getByRole("button", button));

  expect(await screen.findByText(done)).toBeVisible();
  expect(server.callsOf(path).map((call) => call.body)).toEqual([
    { token: "abc:def", password: "" },
    { token: "abc:def", password: "wrong" },
    { token: "abc:def", password: "right" },
  ]);
});

test("an account without a password is changed where its owner is signed in, and the page says so", async () => {
  const message = "Please sign in to your account on this device, then open the link again.";
  serve({
    [LOOKED]: { body: { purpose: "change", email: "alice@example.com" } },
    "POST /api/auth/email-change": { status: 403, body: { message, code: "own_session_required" } },
  });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  await user.click(await screen.findByRole("button", { name: "Use the new address" }));

  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("an address that was taken meanwhile is said where it was pressed", async () => {
  const taken = {
    status: 400,
    body: { message: "An account with this email address already exists.", code: "email_taken" },
  };
  serve({
    [LOOKED]: { body: { purpose: "change", email: "alice@example.com" } },
    "POST /api/auth/email-change": taken,
  });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  await user.click(await screen.findByRole("button", { name: "Use the new address" }));

  expect(await screen.findByText("An account with this email address already exists.")).toBeVisible();
});

test("the way back takes the old address with a new password", async () => {
  const assign = watchNavigation();
  const server = serve({
    [LOOKED]: { body: { purpose: "take-back", email: "thief@example.com" } },
    "POST /api/auth/email-change/take-back": accepted,
  });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  await enter(user, await screen.findByLabelText("New password"), "quiet-alpine-river");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
  expect(server.callsOf("POST /api/auth/email-change/take-back").map((call) => call.body)).toEqual([
    { token: "abc:def", password: "quiet-alpine-river" },
  ]);
});

test("what the server says of the password stands at its field", async () => {
  serve({
    ...reset,
    [SET]: {
      status: 400,
      body: { message: "x", code: "invalid", fields: { password: ["This password is too common."] } },
    },
  });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  await enter(user, await screen.findByLabelText("New password"), "password1");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));

  await waitFor(() =>
    expect(screen.getByLabelText("New password")).toHaveAccessibleDescription("This password is too common."),
  );
});

test.each([
  ["was used or is over", AT_LINK],
  ["has lost its end", "/email-link"],
])("a link that %s leads to a new one", async (_, at) => {
  serve({ [LOOKED]: ENDED });
  const { container } = renderScreen(<EmailLinkPage />, { at });

  expect(await screen.findByText("This link does not work any more")).toBeVisible();
  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/login/help");
  expect(await axeViolations(container)).toEqual([]);
});

test("a link that ends while its page is open says so", async () => {
  serve({ ...reset, [SET]: ENDED });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  await enter(user, await screen.findByLabelText("New password"), "quiet-alpine-river");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));

  expect(await screen.findByText("This link does not work any more")).toBeVisible();
});

test("where the link could not be looked at, it can be tried again", async () => {
  let isDown = true;
  serve({ [LOOKED]: () => (isDown ? { status: 500, body: "" } : reset[LOOKED]) });
  const { user } = renderScreen(<EmailLinkPage />, { at: AT_LINK });

  const retryButton = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await user.click(retryButton);

  expect(await screen.findByLabelText("New password")).toBeVisible();
});
