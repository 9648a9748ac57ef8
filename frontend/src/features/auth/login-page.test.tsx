import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";

import { clearPendingSignOut, isSignOutPending, setSignOutPending } from "@/offline/pending-sign-out";
import { setOnline } from "@/test/connection";
import { alice, never, serve, signedIn } from "@/test/server";
import { watchNavigation } from "@/test/navigation";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";

import { LoginPage } from "./login-page";

const accepted = { body: { success: true, user: alice, csrfToken: "token-2" } };

async function signIn(user: ReturnType<typeof renderScreen>["user"]): Promise<void> {
  await enter(user, screen.getByLabelText("Email"), "alice@example.com");
  await enter(user, screen.getByLabelText("Password"), "laundry-demo");
  await user.click(screen.getByRole("button", { name: "Sign In with Email" }));
}

test("welcomes with every way to sign in, without accessibility violations", async () => {
  serve();

  const { container } = renderScreen(<LoginPage />, { at: "/login" });

  expect(screen.getByRole("heading", { level: 1, name: "Welcome to Suuber" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue with Google" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "Continue with Apple" })).toBeEnabled();
  expect(screen.getByRole("link", { name: "Sign up here" })).toHaveAttribute("href", "/register");
  expect(screen.getByRole("link", { name: "Continue as guest" })).toHaveAttribute("href", "/");
  expect(await axeViolations(container)).toEqual([]);
});

test("signs in and loads home anew", async () => {
  const assign = watchNavigation();
  const server = serve({ "POST /api/auth/login": accepted });
  const { user } = renderScreen(<LoginPage />, { at: "/login" });

  await signIn(user);

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
  expect(server.callsOf("POST /api/auth/login").map((call) => call.body)).toEqual([
    { email: "alice@example.com", password: "laundry-demo" },
  ]);
});

test("leads back to the page that asked, and the link to register does too", async () => {
  const assign = watchNavigation();
  serve({ "POST /api/auth/login": accepted });
  const { user } = renderScreen(<LoginPage />, { at: "/login?next=%2Fbooking%3FproviderId%3D1" });

  expect(screen.getByRole("link", { name: "Sign up here" })).toHaveAttribute(
    "href",
    "/register?next=%2Fbooking%3FproviderId%3D1",
  );
  await signIn(user);

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/booking?providerId=1"));
});

test("never leads to another site", async () => {
  const assign = watchNavigation();
  serve({ "POST /api/auth/login": accepted });
  const { user } = renderScreen(<LoginPage />, { at: "/login?next=//evil.example" });

  await signIn(user);

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
});

test("while it signs in, no button works", async () => {
  serve({ "POST /api/auth/login": never });
  const { user, container } = renderScreen(<LoginPage />, { at: "/login" });

  await signIn(user);

  expect(await screen.findByRole("button", { name: "Signing in..." })).toBeDisabled();
  await waitFor(() => expect(screen.getByRole("button", { name: "Continue with Google" })).toBeDisabled());
  expect(screen.getByRole("button", { name: "Continue with Apple" })).toBeDisabled();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["Google", "/auth/google?next=%2Fhistory"],
  ["Apple", "/auth/apple?next=%2Fhistory"],
])("goes to %s with the way back, and no button works meanwhile", async (name, address) => {
  const assign = watchNavigation();
  serve();
  const { user } = renderScreen(<LoginPage />, { at: "/login?next=/history" });

  await user.click(screen.getByRole("button", { name: `Continue with ${name}` }));

  expect(assign).toHaveBeenCalledExactlyOnceWith(address);
  for (const button of screen.getAllByRole("button", { name: /Sign In|Continue/ })) expect(button).toBeDisabled();
});

test("without a connection stays here instead of leaving for Google", async () => {
  const assign = watchNavigation();
  serve();
  const { user } = renderScreen(<LoginPage />, { at: "/login" });
  setOnline(false);

  await user.click(await screen.findByRole("button", { name: "Continue with Google" }));

  expect(await screen.findByText(/^No connection to Suuber/)).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Continue with Apple" })).toBeEnabled();
});

test("a sign-out that is still to be sent goes before Google, or its session would end at once", async () => {
  const assign = watchNavigation();
  setSignOutPending();
  onTestFinished(clearPendingSignOut);
  const server = serve({ "POST /api/auth/logout": { status: 503, body: {} } });
  const { user } = renderScreen(<LoginPage />, { at: "/login" });
  const google = await screen.findByRole("button", { name: "Continue with Google" });

  await user.click(google);
  expect(await screen.findByText(/^No connection to Suuber/)).toBeVisible();
  expect(assign).not.toHaveBeenCalled();

  server.setHandlers({ "POST /api/auth/logout": { body: { success: true } } });
  await user.click(google);
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(isSignOutPending()).toBe(false);
});

test("works again when the browser's back button leaves Google", async () => {
  watchNavigation();
  serve();
  const { user } = renderScreen(<LoginPage />, { at: "/login" });
  await user.click(screen.getByRole("button", { name: "Continue with Google" }));

  window.dispatchEvent(new Event("pageshow"));

  await waitFor(() => expect(screen.getByRole("button", { name: "Sign In with Email" })).toBeEnabled());
});

test("a wrong password is said in a toast and stays readable; the form works again", async () => {
  serve({
    "POST /api/auth/login": {
      status: 401,
      body: { success: false, message: "Invalid email or password", code: "invalid_credentials" },
    },
  });
  const { user, container } = renderScreen(<LoginPage />, { at: "/login" });

  await signIn(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("Login FailedInvalid email or password");
  expect(screen.getByLabelText("Email")).toHaveValue("alice@example.com");
  expect(screen.getByRole("button", { name: "Sign In with Email" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "Continue with Google" })).toBeEnabled();
  expect(await axeViolations(container)).toEqual([]);
});

test("an answer that is not the API's own reads as a wrong password, as the specification says", async () => {
  serve({ "POST /api/auth/login": { status: 500, body: "" } });
  const { user } = renderScreen(<LoginPage />, { at: "/login" });

  await signIn(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("Login FailedInvalid email or password");
});

test("too many attempts say how long to wait", async () => {
  serve({ "POST /api/auth/login": { status: 429, body: {}, headers: { "Retry-After": "40" } } });
  const { user } = renderScreen(<LoginPage />, { at: "/login" });

  await signIn(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("Too many attempts. Please try again in 40 seconds.");
});

test("without a connection it says so", async () => {
  serve({ "POST /api/auth/login": () => Promise.reject(new TypeError("Failed to fetch")) });
  const { user } = renderScreen(<LoginPage />, { at: "/login" });

  await signIn(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("No connection to Suuber.");
});

test("email and password are required: nothing is sent and the first empty field has the focus", async () => {
  const server = serve();
  const { user, container } = renderScreen(<LoginPage />, { at: "/login" });

  await user.click(screen.getByRole("button", { name: "Sign In with Email" }));

  const email = screen.getByLabelText("Email");
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveAccessibleDescription("Email is required");
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Password is required");
  expect(server.callsOf("POST /api/auth/login")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);

  await user.type(email, "a");
  expect(email).not.toHaveAttribute("aria-invalid");
});

test.each([
  ["google_not_configured", "Signing in with Google is not available here. Please use your email and password."],
  ["apple_not_configured", "Signing in with Apple is not available here. Please use your email and password."],
  ["google_cancelled", "Signing in with Google was cancelled. Try again, or use your email and password."],
  ["apple_failed", "Signing in with Apple did not work. Try again, or use your email and password."],
  ["apple_no_email", "Apple did not share an email address. Please register with your email and a password."],
  [
    "google_email_taken",
    "There is an account with this email address already. Please sign in with your email and password.",
  ],
  ["account_closed", "This account is closed. Please contact support if you think that is a mistake."],
  ["anything", "Signing in did not work. Try again, or use your email and password."],
  ["constructor_failed", "Signing in did not work. Try again, or use your email and password."],
])("coming back from Google or Apple with %s is explained", async (code, sentence) => {
  serve();

  const { container } = renderScreen(<LoginPage />, { at: `/login?error=${code}` });

  expect(screen.getByText(sentence)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("the way back survives an error of Google", async () => {
  const assign = watchNavigation();
  serve({ "POST /api/auth/login": accepted });
  const first = renderScreen(<LoginPage />, { at: "/login?next=/history" });
  await first.user.click(screen.getByRole("button", { name: "Continue with Google" }));
  first.unmount();

  const { user } = renderScreen(<LoginPage />, { at: "/login?error=google_not_configured" });
  await signIn(user);

  await waitFor(() => expect(assign).toHaveBeenLastCalledWith("/history"));
});

test("somebody who is signed in already can go on", async () => {
  serve({ "GET /api/auth/session": { body: signedIn } });
  const { user, container } = renderScreen(<LoginPage />, { at: "/login?next=/history" });

  expect(await screen.findByText("You are signed in as alice@example.com.")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Continue" }));

  expect(addressNow(container)).toBe("/history");
});

test("Back after signing in shows a form that works", async () => {
  watchNavigation();
  serve({ "POST /api/auth/login": accepted });
  const { user } = renderScreen(<LoginPage />, { at: "/login" });
  await signIn(user);
  await screen.findByText("Signing in...");

  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));

  expect(await screen.findByRole("button", { name: "Sign In with Email" })).toBeEnabled();
});
