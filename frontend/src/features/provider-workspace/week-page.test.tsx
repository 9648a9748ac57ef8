import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { DayOff, Week, WorkingWindow } from "@/api/types";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeOrder, never, serve, signedIn } from "@/test/server";

import { WeekPage } from "./week-page";

const bruno = { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } };
const session = { "GET /api/auth/session": { body: bruno } };
const monday: WorkingWindow = {
  id: 1,
  providerId: "p1",
  dayOfWeek: 1,
  startTime: "09:00",
  endTime: "12:00",
  slotMinutes: 60,
  maxBookings: 3,
};
const sunday: WorkingWindow = {
  ...monday,
  id: 2,
  dayOfWeek: 0,
  startTime: "14:00",
  endTime: "16:00",
  slotMinutes: 30,
  maxBookings: 1,
};
const week: Week = {
  providerId: "p1",
  isPaused: false,
  pausedUntil: null,
  mayResume: false,
  pausedForCover: false,
  certificateWaits: false,
  windows: [sunday, monday],
  affected: [],
};
const order = makeOrder({ customer: { id: alice.id, firstName: "Alice", lastName: "Meier", phone: null } });
const bookings = [{ slotId: "s1", date: "2026-11-23", startTime: "09:00", orders: [order.id] }];
const vacation: DayOff = { id: 7, startDate: "2026-12-24", endDate: "2026-12-26", note: "Christmas" };
const handlers = {
  ...session,
  "GET /api/provider/week": { body: week },
  "GET /api/provider/days-off": { body: [] },
  "GET /api/provider/orders": { body: [order] },
};
const sentWindow = { dayOfWeek: 1, startTime: "09:00", endTime: "12:00", slotMinutes: 60, maxBookings: 3 };
const sentSunday = { dayOfWeek: 0, startTime: "14:00", endTime: "16:00", slotMinutes: 30, maxBookings: 1 };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-18T08:30:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (): ReturnType<typeof renderScreen> => renderScreen(<WeekPage />, { at: "/provider/schedule" });

test("shows the seven days from Monday on, with their hours", async () => {
  serve(handlers);
  const { container } = show();

  expect(await screen.findByRole("heading", { level: 3, name: "Monday" })).toBeVisible();
  expect(screen.getAllByRole("heading", { level: 3 }).map((day) => day.textContent)).toEqual([
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
  ]);
  expect(screen.getByRole("button", { name: "Change Monday, 09:00 to 12:00 60 min, 3 places per slot" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Change Sunday, 14:00 to 16:00 30 min, 1 place per slot" })).toBeVisible();
  expect(screen.getAllByText("Not working")).toHaveLength(5);
  expect(await screen.findByText("No days off planned.")).toBeVisible();
  expect(screen.queryByText(/no longer fit/)).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("changes hours and points out the bookings that stand outside of them", async () => {
  const server = serve({ ...handlers, "PUT /api/provider/week": { body: { ...week, affected: bookings } } });
  const { user, container } = show();

  await user.click(await screen.findByRole("button", { name: /Change Monday/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Hours on Monday" }));
  await user.selectOptions(dialog.getByLabelText("From"), "10:00");
  await user.selectOptions(dialog.getByLabelText("Places per slot"), "5");
  await user.selectOptions(dialog.getByLabelText("Length of a slot"), "1 hour");
  server.setHandlers({
    "GET /api/provider/week": {
      body: { ...week, windows: [{ ...monday, startTime: "10:00", maxBookings: 5 }, sunday], affected: bookings },
    },
  });
  await user.click(dialog.getByRole("button", { name: "Save hours" }));

  const heading = await screen.findByRole("heading", { name: "1 booking no longer fits your week" });
  await waitFor(() => expect(heading).toHaveFocus());
  const link = screen.getByRole("link", { name: "Mon 23 Nov, 09:00-10:00 Alice · Order 3333abcd" });
  expect(link).toHaveAttribute("href", `/provider#${order.id}`);
  expect(screen.getByText("1 booking stays as it is. See above.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Change Monday, 10:00 to 12:00/ })).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(server.callsOf("PUT /api/provider/week")[0]?.body).toEqual({
    windows: [sentSunday, { ...sentWindow, startTime: "10:00", maxBookings: 5 }],
  });
  expect(server.callsOf("PUT /api/provider/week")[0]?.headers.get("Idempotency-Key")).not.toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test("adds hours to several days at once", async () => {
  const server = serve({
    ...handlers,
    "GET /api/provider/week": { body: { ...week, windows: [] } },
    "PUT /api/provider/week": { body: week },
  });
  const { user } = show();

  expect(await screen.findByText(/You have no working hours yet/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add hours on Tuesday" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add hours" }));
  expect(dialog.getByRole("checkbox", { name: "Tuesday" })).toBeChecked();
  await user.click(dialog.getByRole("checkbox", { name: "Sunday" }));
  await user.click(dialog.getByRole("button", { name: "Save hours" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  const hours = { startTime: "09:00", endTime: "17:00", slotMinutes: 60, maxBookings: 3 };
  expect(server.callsOf("PUT /api/provider/week")[0]?.body).toEqual({
    windows: [
      { dayOfWeek: 2, ...hours },
      { dayOfWeek: 0, ...hours },
    ],
  });
});

test("keeps what another window has saved: shows it, and saves once it was seen", async () => {
  const conflict = {
    message: "Your week has changed in the meantime. Please look at it and save again.",
    code: "version_conflict",
  };
  const newer = { ...week, windows: [{ ...sunday, maxBookings: 9 }, monday] };
  const server = serve({
    ...handlers,
    "GET /api/provider/week": { body: week, headers: { ETag: '"one"' } },
    "PUT /api/provider/week": { status: 409, body: conflict },
  });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /Change Monday/ }));
  await user.selectOptions(screen.getByLabelText("Places per slot"), "5");
  server.setHandlers({ "GET /api/provider/week": { body: newer, headers: { ETag: '"two"' } } });

  await user.click(screen.getByRole("button", { name: "Save hours" }));

  expect(await screen.findByText(conflict.message)).toBeVisible();
  expect(server.callsOf("PUT /api/provider/week")[0]?.headers.get("If-Match")).toBe('"one"');
  server.setHandlers({ "PUT /api/provider/week": { body: newer } });
  await user.click(screen.getByRole("button", { name: "Save hours" }));

  expect(await screen.findByText("Saved")).toBeVisible();
  const [, saved] = server.callsOf("PUT /api/provider/week");
  expect(saved?.headers.get("If-Match")).toBe('"two"');
  expect(saved?.body).toEqual({
    windows: [
      { ...sentSunday, maxBookings: 9 },
      { ...sentWindow, maxBookings: 5 },
    ],
  });
});

test("removes hours", async () => {
  const server = serve({ ...handlers, "PUT /api/provider/week": { body: week } });
  const { user } = show();

  await user.click(await screen.findByRole("button", { name: /Change Sunday/ }));
  await user.click(screen.getByRole("button", { name: "Remove these hours" }));

  await waitFor(() => expect(server.callsOf("PUT /api/provider/week")[0]?.body).toEqual({ windows: [sentWindow] }));
});

test("who has removed hours goes on where that day gets new ones", async () => {
  const without = { ...week, windows: [monday] };
  const server = serve({ ...handlers, "PUT /api/provider/week": { body: without } });
  const { user } = show();

  await user.click(await screen.findByRole("button", { name: /Change Sunday/ }));
  server.setHandlers({ "GET /api/provider/week": { body: without } });
  await user.click(screen.getByRole("button", { name: "Remove these hours" }));

  await waitFor(() => expect(screen.queryByRole("button", { name: /Change Sunday/ })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: "Add hours on Sunday" })).toHaveFocus());
});

test("refuses what cannot be before anything is sent, and keeps what the server refuses", async () => {
  const errorBody = {
    message: "Monday: 09:00-12:00 and 10:00-11:00 overlap.",
    code: "windows_overlap",
    fields: { windows: ["overlap"] },
  };
  const server = serve({ ...handlers, "PUT /api/provider/week": { status: 400, body: errorBody } });
  const { user, container } = show();

  await user.click(await screen.findByRole("button", { name: "Add hours on Monday" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add hours" }));
  const to = dialog.getByLabelText("To");
  await user.selectOptions(to, "09:00");
  await user.click(dialog.getByRole("checkbox", { name: "Monday" }));
  await user.click(dialog.getByRole("button", { name: "Save hours" }));

  expect(dialog.getByText("The end must be after the start.")).toBeVisible();
  expect(dialog.getByText("Choose one day at least.")).toBeVisible();
  expect(server.callsOf("PUT /api/provider/week")).toEqual([]);

  await user.selectOptions(to, "11:00");
  await user.click(dialog.getByRole("checkbox", { name: "Monday" }));
  await user.click(dialog.getByRole("button", { name: "Save hours" }));

  expect(await dialog.findByRole("alert")).toHaveTextContent("Monday: 09:00-12:00 and 10:00-11:00 overlap.");
  expect(to).toHaveValue("11:00");
  expect(await axeViolations(container)).toEqual([]);
});

test("adds and removes days off", async () => {
  const server = serve({
    ...handlers,
    "POST /api/provider/days-off": { status: 201, body: { ...vacation, affected: [] } },
    "DELETE /api/provider/days-off/7": { body: { ...vacation, affected: [] } },
  });
  const { user } = show();

  await user.click(await screen.findByRole("button", { name: "Add days off" }));
  const dialog = within(screen.getByRole("dialog", { name: "Days off" }));
  await user.click(dialog.getByRole("button", { name: "Save days off" }));
  expect(dialog.getByText("Choose the first day.")).toBeVisible();
  await user.type(dialog.getByLabelText("First day"), "2026-12-24");
  await user.type(dialog.getByLabelText("Last day (Optional)"), "2026-12-26");
  await enter(user, dialog.getByLabelText("Note for yourself (Optional)"), "Christmas");
  server.setHandlers({ "GET /api/provider/days-off": { body: [vacation] } });
  await user.click(dialog.getByRole("button", { name: "Save days off" }));

  expect(await screen.findByText("Thu 24 Dec – Sat 26 Dec")).toBeVisible();
  expect(screen.getByText("Christmas")).toBeVisible();
  expect(server.callsOf("POST /api/provider/days-off")[0]?.body).toEqual({
    startDate: "2026-12-24",
    endDate: "2026-12-26",
    note: "Christmas",
  });

  server.setHandlers({ "GET /api/provider/days-off": { body: [] } });
  await user.click(await screen.findByRole("button", { name: "Remove days off Thu 24 Dec – Sat 26 Dec" }));

  expect(await screen.findByText("No days off planned.")).toBeVisible();
  expect(await screen.findByText("You work on these days again")).toBeVisible();
});

test("what could not be changed says so where it was pressed", async () => {
  const paused: Week = { ...week, isPaused: true, pausedUntil: "2026-12-01", mayResume: true };
  const busy = { status: 503, body: { message: "Busy.", code: "database_busy" } };
  serve({
    ...handlers,
    "GET /api/provider/week": { body: paused },
    "GET /api/provider/days-off": { body: [vacation] },
    "DELETE /api/provider/days-off/7": busy,
    "POST /api/provider/resume": busy,
  });
  const { user } = show();
  const page = within(screen.getByRole("main"));

  await user.click(await screen.findByRole("button", { name: "Remove days off Thu 24 Dec – Sat 26 Dec" }));
  expect(await page.findByRole("alert")).toHaveTextContent("Not savedBusy.");

  await user.click(screen.getByRole("button", { name: "Take bookings again" }));
  await waitFor(() => expect(page.getAllByRole("alert")).toHaveLength(2));
});

test("pauses until a day and comes back", async () => {
  const paused: Week = { ...week, isPaused: true, pausedUntil: "2026-12-01", mayResume: true };
  const server = serve({
    ...handlers,
    "POST /api/provider/pause": { body: paused },
    "POST /api/provider/resume": { body: week },
  });
  const { user, container } = show();

  await user.click(await screen.findByRole("button", { name: "Pause bookings" }));
  const dialog = within(screen.getByRole("dialog", { name: "Pause bookings" }));
  await user.type(await dialog.findByLabelText("Back on (Optional)"), "2026-12-01");
  server.setHandlers({ "GET /api/provider/week": { body: paused } });
  await user.click(dialog.getByRole("button", { name: "Pause now" }));

  expect(await screen.findByText("No new bookings. You are back on Tue 1 Dec.")).toBeVisible();
  expect(server.callsOf("POST /api/provider/pause")[0]?.body).toEqual({ until: "2026-12-01" });
  expect(screen.queryByRole("button", { name: "Pause bookings" })).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ "GET /api/provider/week": { body: week } });
  await user.click(screen.getByRole("button", { name: "Take bookings again" }));

  expect(await screen.findByText("You take bookings again")).toBeVisible();
  expect(screen.getByRole("button", { name: "Pause bookings" })).toBeVisible();
});

test("a pause that is confirmed as it is stays so, and nothing is refused", async () => {
  const paused: Week = { ...week, isPaused: true, pausedUntil: "2026-12-01", mayResume: true };
  const refused = {
    status: 409,
    body: { message: "Only an approved provider can be paused.", code: "cannot_be_paused" },
  };
  const server = serve({
    ...handlers,
    "GET /api/provider/week": { body: paused },
    "POST /api/provider/pause": refused,
  });
  const { user } = show();

  await user.click(await screen.findByRole("button", { name: "Change the day" }));
  await user.click(await screen.findByRole("button", { name: "Pause now" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByText("No new bookings. You are back on Tue 1 Dec.")).toBeVisible();
  expect(server.callsOf("POST /api/provider/pause")).toEqual([]);
});

test("the day of a pause is still there after a look elsewhere", async () => {
  serve(handlers);
  const first = show();
  await first.user.click(await screen.findByRole("button", { name: "Pause bookings" }));
  await first.user.type(await screen.findByLabelText("Back on (Optional)"), "2026-12-01");
  first.unmount();

  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Pause bookings" }));

  expect(await screen.findByLabelText("Back on (Optional)")).toHaveValue("2026-12-01");
});

test("a pause by the team is not ended here", async () => {
  serve({ ...handlers, "GET /api/provider/week": { body: { ...week, isPaused: true } } });
  show();

  expect(await screen.findByText(/Our team has paused your account/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
  expect(screen.queryByRole("button", { name: "Take bookings again" })).not.toBeInTheDocument();
});

test("a pause for the insurance says that the new certificate waits for the team", async () => {
  const paused = { ...week, isPaused: true, pausedForCover: true, certificateWaits: true };
  serve({ ...handlers, "GET /api/provider/week": { body: paused } });
  show();

  expect(await screen.findByText("New bookings are paused until we have read your new certificate.")).toBeVisible();
});

test("a pause for the insurance says what ends it, and leads to the certificate", async () => {
  serve({ ...handlers, "GET /api/provider/week": { body: { ...week, isPaused: true, pausedForCover: true } } });
  show();

  expect(
    await screen.findByText("New bookings are paused until there is an insurance certificate of at least 1M CHF."),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Send a certificate" })).toHaveAttribute("href", "/provider/apply");
  expect(screen.queryByRole("link", { name: "Contact Support" })).not.toBeInTheDocument();
});

test("shows that it loads, and what to do when it fails", async () => {
  const server = serve({ ...handlers, "GET /api/provider/week": never });
  const first = show();
  await waitFor(() => expect(server.callsOf("GET /api/provider/week")).toHaveLength(1));
  expect(screen.getByText("Loading...")).toBeInTheDocument();
  first.unmount();

  server.setHandlers({
    "GET /api/provider/week": { status: 503, body: { message: "This is busy right now.", code: "database_busy" } },
  });
  const { user } = show();
  expect(await screen.findByRole("alert")).toHaveTextContent("This is busy right now.");
  server.setHandlers({ "GET /api/provider/week": { body: week } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { level: 3, name: "Monday" })).toBeVisible();
});

test("asks a visitor to sign in and a customer to become a provider", async () => {
  serve();
  const { unmount } = show();
  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fprovider%2Fschedule",
  );
  unmount();

  serve({ "GET /api/auth/session": { body: signedIn } });
  show();
  expect(await screen.findByRole("link", { name: "Become a provider" })).toHaveAttribute("href", "/provider/apply");
});

test("a time stays on one line, however narrow the week is", async () => {
  serve(handlers);
  show();

  for (const time of ["09:00", "12:00"]) expect(await screen.findByText(time)).toHaveClass("whitespace-nowrap");
});
