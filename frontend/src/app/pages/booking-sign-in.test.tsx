import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { savedReturnPath } from "@/lib/return-path";
import { bruno } from "@/test/recurring-page";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { alice, config, makeOrder, serve, signedIn, visitor, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";
import { watchNavigation } from "@/test/navigation";

import { BookingPage } from "./booking-page";

const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const PAGE = `/booking?providerId=${bruno.id}`;
const SLOTS = slotsCall(bruno.id, TODAY, TOMORROW);
const order = makeOrder({ status: "pending", paymentStatus: "unpaid" });
const success = { body: { success: true, user: alice, csrfToken: "token-2" } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

type View = ReturnType<typeof renderScreen> & { server: TestServer };

function show(handlers: Parameters<typeof serve>[0] = {}): View {
  const server = serve({
    "GET /api/auth/session": { body: visitor },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    "GET /api/addresses": { body: [] },
    [SLOTS]: { body: [...slotsAt(TODAY, "12:00", "15:00"), ...slotsAt(TOMORROW, "12:00")] },
    "POST /api/orders": { status: 201, body: order },
    ...handlers,
  });
  return { ...renderScreen(<BookingPage />, { at: PAGE }), server };
}

const dialog = () => within(screen.getByRole("dialog"));

/** Fills in and confirms the form as a visitor. */
async function confirmBooking(handlers: Parameters<typeof serve>[0] = {}): Promise<View> {
  const view = show(handlers);
  fireEvent.change(await screen.findByLabelText("Street address"), { target: { value: "Bahnhofstrasse 1" } });
  await view.user.click(screen.getByRole("button", { name: "Confirm Booking" }));
  await screen.findByRole("button", { name: "Create account and continue" });
  return view;
}

/** The session becomes alice's when the call succeeds. */
function signInOn(server: TestServer, call: "login" | "register"): void {
  server.setHandlers({
    [`POST /api/auth/${call}`]: () => {
      server.setHandlers({ "GET /api/auth/session": { body: signedIn } });
      return success;
    },
  });
}

test("a new person says who they are in place, and the order goes on to its checkout by itself", async () => {
  const { user, container, server } = await confirmBooking({ "POST /api/addresses": { status: 201, body: {} } });

  expect(addressNow(container)).toBe(PAGE);
  expect(screen.getByRole("dialog", { name: "Last step: your account" })).toHaveAccessibleDescription(
    /So that Bruno K. knows whose laundry it is/,
  );
  expect(await axeViolations(document.body)).toEqual([]);
  fireEvent.change(dialog().getByLabelText("First Name"), { target: { value: "Alice" } });
  fireEvent.change(dialog().getByLabelText("Email"), { target: { value: "alice@example.com" } });
  fireEvent.change(dialog().getByLabelText("Password"), { target: { value: "secret-1" } });
  signInOn(server, "register");
  await user.click(dialog().getByRole("button", { name: "Create account and continue" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(screen.getByText("Proceeding to payment...")).toBeVisible();
  expect(server.callsOf("POST /api/auth/register")[0]?.body).toEqual({
    firstName: "Alice",
    lastName: "",
    email: "alice@example.com",
    phone: "",
    password: "secret-1",
  });
  expect(server.callsOf("POST /api/orders").map(({ body }) => body)).toEqual([
    expect.objectContaining({
      customerId: alice.id,
      pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
      pickupTime: "2026-11-20T11:00:00.000Z",
    }),
  ]);
});

test("who has an account already signs in, and types nothing twice", async () => {
  const { user, container, server } = await confirmBooking({
    "POST /api/auth/register": {
      status: 400,
      body: {
        message: "An account exists.",
        code: "email_taken",
        fields: { email: ["An account with this email address already exists. Please sign in instead."] },
      },
    },
    "POST /api/auth/login": {
      status: 401,
      body: { success: false, message: "Invalid email or password", code: "invalid_credentials" },
    },
  });
  fireEvent.change(dialog().getByLabelText("First Name"), { target: { value: "Alice" } });
  fireEvent.change(dialog().getByLabelText("Email"), { target: { value: "alice@example.com" } });
  fireEvent.change(dialog().getByLabelText("Password"), { target: { value: "wrong-1" } });
  await user.click(dialog().getByRole("button", { name: "Create account and continue" }));
  await waitFor(() => expect(dialog().getByLabelText("Email")).toHaveAccessibleDescription(/already exists/));

  await user.click(dialog().getByRole("button", { name: "I have an account" }));
  expect(dialog().getByLabelText("Email")).toHaveValue("alice@example.com");
  await user.click(dialog().getByRole("button", { name: "Sign in and continue" }));

  // The failure is shown in the sheet, without a toast.
  expect(await dialog().findByText("Invalid email or password")).toBeVisible();
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(await axeViolations(document.body)).toEqual([]);

  signInOn(server, "login");
  await user.click(dialog().getByRole("button", { name: "Sign in and continue" }));
  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
});

test("what is missing is said at its field", async () => {
  const { user, server } = await confirmBooking();
  fireEvent.change(dialog().getByLabelText("Password"), { target: { value: "short" } });
  await user.click(dialog().getByRole("button", { name: "Create account and continue" }));

  expect(dialog().getByLabelText("First Name")).toHaveAccessibleDescription("First name is required");
  expect(dialog().getByLabelText("Email")).toHaveAccessibleDescription("Email is required");
  expect(dialog().getByLabelText("Password")).toHaveAccessibleDescription("Password must be at least 6 characters");
  await waitFor(() => expect(dialog().getByLabelText("First Name")).toHaveFocus());
  expect(server.callsOf("POST /api/auth/register")).toEqual([]);
});

test("the password is shown to who asks, and hidden again", async () => {
  const { user } = await confirmBooking();
  expect(dialog().getByLabelText("Password")).toHaveAttribute("type", "password");

  await user.click(dialog().getByRole("button", { name: "Show password" }));
  expect(dialog().getByLabelText("Password")).toHaveAttribute("type", "text");
  await user.click(dialog().getByRole("button", { name: "Hide password" }));
  expect(dialog().getByLabelText("Password")).toHaveAttribute("type", "password");
});

test("who goes back to the form has not confirmed it any more", async () => {
  const view = await confirmBooking();
  await view.user.click(dialog().getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Street address")).toHaveValue("Bahnhofstrasse 1");
  view.unmount();

  const { server } = show({ "GET /api/auth/session": { body: signedIn } });
  expect(await screen.findByLabelText("Street address")).toHaveValue("Bahnhofstrasse 1");
  expect(server.callsOf("POST /api/orders")).toEqual([]);
});

test("who comes back to the sheet types nothing twice but the password", async () => {
  const view = await confirmBooking();
  fireEvent.change(dialog().getByLabelText("First Name"), { target: { value: "Alice" } });
  fireEvent.change(dialog().getByLabelText("Email"), { target: { value: "alice@example.com" } });
  fireEvent.change(dialog().getByLabelText("Password"), { target: { value: "secret-1" } });
  view.unmount();
  expect(window.sessionStorage.getItem("drafts")).not.toContain("secret-1");

  const { user, server, container } = await confirmBooking({ "POST /api/addresses": { status: 201, body: {} } });
  expect(dialog().getByLabelText("First Name")).toHaveValue("Alice");
  expect(dialog().getByLabelText("Email")).toHaveValue("alice@example.com");
  expect(dialog().getByLabelText("Password")).toHaveValue("");

  fireEvent.change(dialog().getByLabelText("Password"), { target: { value: "secret-1" } });
  signInOn(server, "register");
  await user.click(dialog().getByRole("button", { name: "Create account and continue" }));
  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(window.sessionStorage.getItem("drafts") ?? "").not.toContain("alice@example.com");
});

test("an hour that is gone by then is not replaced by one that nobody chose", async () => {
  const { user, server, container } = await confirmBooking();
  fireEvent.change(dialog().getByLabelText("First Name"), { target: { value: "Alice" } });
  fireEvent.change(dialog().getByLabelText("Email"), { target: { value: "alice@example.com" } });
  fireEvent.change(dialog().getByLabelText("Password"), { target: { value: "secret-1" } });
  server.setHandlers({ [SLOTS]: { body: slotsAt(TODAY, "15:00") } });
  signInOn(server, "register");
  await user.click(dialog().getByRole("button", { name: "Create account and continue" }));

  expect(
    await screen.findByText("Today, 12:00-13:00 can no longer be booked. We have chosen the next free time for you."),
  ).toBeVisible();
  expect(addressNow(container)).toBe(PAGE);
  expect(server.callsOf("POST /api/orders")).toEqual([]);
});

test("Google and Apple are offered where they are configured, and nowhere else", async () => {
  const first = await confirmBooking();
  expect(dialog().queryByRole("button", { name: /Google|Apple/ })).not.toBeInTheDocument();
  first.unmount();
  window.sessionStorage.clear();

  const assign = watchNavigation();
  const { user } = await confirmBooking({
    "GET /api/config": { body: { ...config, socialSignIn: { google: true, apple: false } } },
  });
  expect(dialog().queryByRole("button", { name: "Continue with Apple" })).not.toBeInTheDocument();
  await user.click(dialog().getByRole("button", { name: "Continue with Google" }));
  expect(assign).toHaveBeenCalledWith(`/auth/google?next=${encodeURIComponent(PAGE)}`);
  // Where /login goes on if Google is left without signing in.
  expect(savedReturnPath()).toBe(PAGE);
});
