import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { watchNavigation } from "@/test/navigation";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve } from "@/test/server";

import { LoginPage } from "./login-page";
import { SecondStepPage } from "./second-step-page";

const STEP = "POST /api/auth/second-step";
const accepted = { body: { success: true, user: alice, csrfToken: "token-2" } };
const errorResponse = (code: string, message: string, status = 400): { status: number; body: object } => ({
  status,
  body: { code, message },
});

async function enterCode(user: ReturnType<typeof renderScreen>["user"], code: string): Promise<void> {
  await enter(user, screen.getByLabelText(/^Code/), code);
  await user.click(screen.getByRole("button", { name: "Continue" }));
}

test("whoever has an authenticator app is led from the password to the code, and knows where to go on", async () => {
  const assign = watchNavigation();
  serve({
    "POST /api/auth/login": errorResponse(
      "second_factor_required",
      "Please enter the code from your authenticator app.",
      403,
    ),
  });
  const { user } = renderScreen(<LoginPage />, { at: "/login?next=%2Fhistory" });

  await enter(user, screen.getByLabelText("Email"), "alice@example.com");
  await enter(user, screen.getByLabelText("Password"), "laundry-demo");
  await user.click(screen.getByRole("button", { name: "Sign In with Email" }));

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/login/second-step?next=%2Fhistory"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["/history?tab=completed", "/history?tab=completed"],
  ["/admin/orders/order/?q=1", "/admin/orders/order/?q=1"],
  ["//evil.example", "/"],
  ["/\\evil.example/admin/", "/"],
  ["https://evil.example/admin/", "/"],
  ["/api/orders", "/"],
])("a code that is right leads from %s to %s", async (next, to) => {
  const assign = watchNavigation();
  const server = serve({ [STEP]: accepted });
  const { user, container } = renderScreen(<SecondStepPage />, {
    at: `/login/second-step?next=${encodeURIComponent(next)}`,
  });
  expect(await axeViolations(container)).toEqual([]);

  await enterCode(user, " 123 456 ");

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(to));
  expect(server.callsOf(STEP).map(({ body }) => body)).toEqual([{ code: "123 456" }]);
});

test("a wrong code is said at the field, and another can be tried", async () => {
  const assign = watchNavigation();
  const words = "This code is wrong or has been used. Wait for the next one.";
  const server = serve({
    [STEP]: { status: 400, body: { code: "wrong_code", message: words, fields: { code: [words] } } },
  });
  const { user } = renderScreen(<SecondStepPage />, { at: "/login/second-step" });

  await enterCode(user, "000000");
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByLabelText(/^Code/)).toHaveFocus();
  server.setHandlers({ [STEP]: accepted });
  await user.clear(screen.getByLabelText(/^Code/));
  await enterCode(user, "123456");

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
});

test("whoever has waited too long begins anew, and comes back to the same page", async () => {
  serve({ [STEP]: errorResponse("second_step_ended", "That took too long. Please sign in again.", 403) });
  const { user, container } = renderScreen(<SecondStepPage />, { at: "/login/second-step?next=%2Fhistory" });

  await enterCode(user, "123456");

  await waitFor(() => expect(addressNow(container)).toBe("/login?next=%2Fhistory"));
  const [said] = await screen.findAllByText("That took too long. Please sign in again.");
  expect(said).toBeVisible();
});

test("a browser without passkeys says so where it was pressed", async () => {
  serve({ "POST /api/auth/passkey/question": { body: { publicKey: { challenge: "AAAA" } } } });
  const { user } = renderScreen(<SecondStepPage />, { at: "/login/second-step" });

  await user.click(screen.getByRole("button", { name: "Sign in with a passkey" }));

  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled();
});
