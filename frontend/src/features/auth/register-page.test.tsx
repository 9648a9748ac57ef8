import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { alice, config, never, serve } from "@/test/server";
import { watchNavigation } from "@/test/navigation";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { readStored } from "@/lib/storage";

import { RegisterPage } from "./register-page";

type User = ReturnType<typeof renderScreen>["user"];

const accepted = { body: { success: true, user: alice, csrfToken: "token-2" } };

async function fillIn(user: User, fields: { password?: string; confirm?: string } = {}): Promise<void> {
  await enter(user, screen.getByLabelText("First Name"), "Alice");
  await enter(user, screen.getByLabelText("Last Name"), "Meier");
  await enter(user, screen.getByLabelText("Email"), "alice@example.com");
  await enter(user, screen.getByLabelText("Phone (Optional)"), "+41 44 000 00 00");
  await enter(user, screen.getByLabelText("Password"), fields.password ?? "fresh-linen");
  await enter(user, screen.getByLabelText("Confirm Password"), fields.confirm ?? fields.password ?? "fresh-linen");
}

const create = (user: User): Promise<void> => user.click(screen.getByRole("button", { name: "Create Account" }));

test("asks for what an account needs, without accessibility violations", async () => {
  serve();

  const { container } = renderScreen(<RegisterPage />, { at: "/register" });

  expect(screen.getByRole("heading", { level: 1, name: "Create Your Account" })).toBeVisible();
  for (const name of ["First Name", "Email", "Password", "Confirm Password"])
    expect(screen.getByLabelText(name)).toBeRequired();
  for (const name of ["Last Name", "Phone (Optional)"]) expect(screen.getByLabelText(name)).not.toBeRequired();
  expect(screen.getByLabelText("Password")).toHaveAttribute("placeholder", "Min. 6 characters");
  expect(screen.getByRole("link", { name: "Sign in here" })).toHaveAttribute("href", "/login");
  expect(await axeViolations(container)).toEqual([]);
});

test("creates the account, keeps the welcome for after the reload, and leads back", async () => {
  const assign = watchNavigation();
  const server = serve({ "POST /api/auth/register": accepted });
  const { user } = renderScreen(<RegisterPage />, { at: "/register?next=%2Fbooking%3FproviderId%3D1" });

  await fillIn(user);
  await create(user);

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/booking?providerId=1"));
  expect(server.callsOf("POST /api/auth/register").map((call) => call.body)).toEqual([
    {
      email: "alice@example.com",
      password: "fresh-linen",
      firstName: "Alice",
      lastName: "Meier",
      phone: "+41 44 000 00 00",
    },
  ]);
  expect(JSON.parse(readStored("session", "toast") ?? "null")).toEqual({
    title: "Welcome to Suuber!",
    description: "Your account has been created successfully",
  });
});

test("without a page that asked it goes home", async () => {
  const assign = watchNavigation();
  serve({ "POST /api/auth/register": accepted });
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user);
  await create(user);

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
});

test("while it creates the account, its button says so and cannot be pressed", async () => {
  serve({ "POST /api/auth/register": never });
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user);
  await create(user);

  expect(await screen.findByRole("button", { name: "Creating Account..." })).toBeDisabled();
});

test("different passwords are refused before short ones, and nothing is sent", async () => {
  const server = serve();
  const { user, container } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user, { password: "abc", confirm: "abd" });
  await create(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("ErrorPasswords do not match");
  const confirm = screen.getByLabelText("Confirm Password");
  await waitFor(() => expect(confirm).toHaveFocus());
  expect(confirm).toHaveAccessibleDescription("Passwords do not match");
  expect(server.callsOf("POST /api/auth/register")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);

  await user.type(screen.getByLabelText("Password"), "x");
  expect(confirm).not.toHaveAttribute("aria-invalid");
});

test("a short password is refused, and nothing is sent", async () => {
  const server = serve();
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user, { password: "abcde" });
  await create(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("ErrorPassword must be at least 6 characters");
  expect(server.callsOf("POST /api/auth/register")).toEqual([]);
});

test("the shortest password is the server's to say", async () => {
  serve({ "GET /api/config": { body: { ...config, minPasswordLength: 8 } } });
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });
  await screen.findByPlaceholderText("Min. 8 characters");

  await fillIn(user, { password: "abcdefg" });
  await create(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("Password must be at least 8 characters");
});

test.each([
  ["abcde", 0],
  ["qwz7qw", 1],
])("a password of exactly the least length is long enough: %s", async (password, calls) => {
  watchNavigation();
  const server = serve({ "POST /api/auth/register": accepted });
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user, { password });
  await create(user);

  await waitFor(() => expect(server.callsOf("POST /api/auth/register")).toHaveLength(calls));
});

test("what is required and missing is said at its field; the first one has the focus", async () => {
  const server = serve();
  const { user, container } = renderScreen(<RegisterPage />, { at: "/register" });

  await create(user);

  await waitFor(() => expect(screen.getByLabelText("First Name")).toHaveFocus());
  expect(screen.getByLabelText("First Name")).toHaveAccessibleDescription("First name is required");
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Email is required");
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("Password is required");
  expect(screen.getByLabelText("Confirm Password")).toHaveAccessibleDescription("Please repeat your password");
  expect(server.callsOf("POST /api/auth/register")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("an email address must look like one", async () => {
  const server = serve();
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user);
  await user.clear(screen.getByLabelText("Email"));
  await user.type(screen.getByLabelText("Email"), "alice");
  await create(user);

  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("Enter an email address like name@example.com");
  expect(server.callsOf("POST /api/auth/register")).toEqual([]);
});

test("a taken address is said in a toast and at the field; the rest stays filled in", async () => {
  const message = "There is an account with this email address already.";
  serve({
    "POST /api/auth/register": { status: 400, body: { message, code: "invalid", fields: { email: [message] } } },
  });
  const { user, container } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user);
  await create(user);

  expect(await screen.findByRole("alert")).toHaveTextContent(`Registration Failed${message}`);
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(message);
  expect(screen.getByLabelText("Password")).toHaveValue("fresh-linen");
  expect(screen.getByRole("button", { name: "Create Account" })).toBeEnabled();
  expect(await axeViolations(container)).toEqual([]);
});

test("an error without a sentence has the specification's", async () => {
  serve({ "POST /api/auth/register": { status: 500, body: "" } });
  const { user } = renderScreen(<RegisterPage />, { at: "/register" });

  await fillIn(user);
  await create(user);

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Registration FailedAn error occurred during registration",
  );
});
