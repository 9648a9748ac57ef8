import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { config, serve, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { ScheduleTestPage } from "./schedule-test-page";

const PROVIDER = config.demo?.providerId ?? "";
const WEEK = slotsCall(PROVIDER, "2026-11-16", "2026-11-22");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(
  handlers: Parameters<typeof serve>[0] = {},
): Promise<ReturnType<typeof renderScreen> & { server: TestServer }> {
  const server = serve({ [WEEK]: { body: slotsAt("2026-11-21", "09:00", "10:00") }, ...handlers });
  const view = renderScreen(<ScheduleTestPage />, { at: "/schedule-test" });
  await screen.findByRole("grid");
  return { ...view, server };
}

function card(): HTMLElement {
  const heading = screen.getByRole("heading", { name: "Booking Confirmed" });
  return heading.closest("section") ?? heading;
}

const line = (label: string): string => {
  const row = within(card()).getByText(label).parentElement;
  return within(row ?? card()).getByRole("definition").textContent;
};

test("has both tabs, the legend and the timeline", async () => {
  const { container } = await open();

  expect(
    screen
      .getAllByRole("tab")
      .slice(0, 2)
      .map((tab) => tab.textContent),
  ).toEqual(["One-Time Booking", "Recurring Service"]);
  const legend = within(screen.getByRole("list", { name: "Kinds of times" })).getAllByRole("listitem");
  expect(legend.map((item) => item.textContent)).toEqual([
    "Same Day (urgent)",
    "Next Day (fast)",
    "Scheduled (plan ahead)",
  ]);
  for (const text of [
    "Pickup today, delivery tomorrow",
    "premium rush",
    "Pickup tomorrow, delivery in 2 days",
    "fast",
    "Flexible pickup, 2-3 day turnaround",
    "standard",
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.queryByRole("button", { name: "Confirm Booking" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("confirming a slot shows what was confirmed and reserves nothing", async () => {
  const { user, server, container } = await open();

  await user.click(screen.getByRole("button", { name: /^Saturday 21 November, 10:00/ }));
  await user.click(screen.getByRole("button", { name: "Confirm Booking" }));

  expect(screen.getAllByText("Booking Confirmed")).toHaveLength(2);
  expect(screen.getByText("Sat 21 Nov, 10:00")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Booking Confirmed" })).toHaveFocus();
  expect([line("Date"), line("Time"), line("Slot type"), line("Slot ID")]).toEqual([
    "Sat 21 Nov",
    "10:00 - 11:00",
    "Next Day",
    "2026-11-21 10:00",
  ]);
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("confirming a recurring service shows pattern, service, time and that it is active", async () => {
  const { user, server, container } = await open();

  await user.click(screen.getByRole("tab", { name: "Recurring Service" }));
  expect(screen.getByRole("radio", { name: "Weekly" })).toBeChecked();
  expect(screen.getByLabelText("Day of the week")).toHaveDisplayValue("Monday");
  expect(screen.getByLabelText("Preferred time")).toHaveDisplayValue("09:00");
  await user.click(screen.getByRole("radio", { name: "Monthly" }));
  expect(screen.queryByLabelText("Day of the week")).not.toBeInTheDocument();
  expect(within(screen.getByLabelText("Day of the month")).getAllByRole("option")).toHaveLength(28);
  await user.selectOptions(screen.getByLabelText("Service"), "Ironing only");
  await user.selectOptions(screen.getByLabelText("Preferred time"), "15:00");
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Confirm Recurring Service" }));

  expect(screen.getByText("Recurring Service Confirmed")).toBeVisible();
  // The result is shown in the tab that asked for it.
  const panel = screen.getByRole("tabpanel", { name: "Recurring Service" });
  expect(screen.getByRole("tab", { name: "Recurring Service" })).toHaveAttribute("aria-selected", "true");
  expect(addressNow(container)).toBe("/schedule-test?tab=recurring");
  expect(within(panel).getByRole("heading", { name: "Booking Confirmed" })).toHaveFocus();
  expect(within(panel).getByRole("radio", { name: "Monthly" })).toBeChecked();
  expect([line("Pattern"), line("Service"), line("Preferred time"), line("Status")]).toEqual([
    "Monthly",
    "Ironing only",
    "15:00",
    "Active",
  ]);
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the test data are five days of office hours and two weeks of slots", async () => {
  const { user, server } = await open({
    "POST /api/provider-schedules": { status: 201, body: {} },
    "POST /api/generate-time-slots": { body: { created: 80, existing: 0 } },
  });

  server.setHandlers({ [WEEK]: { body: slotsAt("2026-11-22", "14:00") } });
  await user.click(screen.getByRole("button", { name: "Initialize Test Data" }));

  expect(await screen.findByText("Test Data Created")).toBeVisible();
  expect(server.callsOf("POST /api/provider-schedules").map(({ body }) => body)).toEqual(
    [1, 2, 3, 4, 5].map((dayOfWeek) => ({ providerId: PROVIDER, dayOfWeek, startTime: "09:00", endTime: "17:00" })),
  );
  expect(server.callsOf("POST /api/generate-time-slots").map(({ body }) => body)).toEqual([
    { providerId: PROVIDER, startDate: "2026-11-20", endDate: "2026-12-04" },
  ]);
  expect(await screen.findByRole("button", { name: /^Sunday 22 November, 14:00/ })).toBeVisible();
});

test.each([401, 403, 404])("whoever may not (%i) is told that this is expected", async (status) => {
  const { user, server } = await open({
    "POST /api/provider-schedules": { status, body: { message: "No.", code: "no" } },
  });

  await user.click(screen.getByRole("button", { name: "Initialize Test Data" }));

  const toast = await screen.findByText("Failed to create test data. This is expected in the demo.");
  expect(toast.closest("[role=alert]")).toHaveTextContent("Error");
  expect(server.callsOf("POST /api/provider-schedules")).toHaveLength(1);
  expect(server.callsOf("POST /api/generate-time-slots")).toEqual([]);
});

test("the info tabs name the features, the calls and the tables, and the address which of them is open", async () => {
  const { user, container, unmount } = await open();

  await user.click(screen.getByRole("tab", { name: "API" }));
  expect(screen.getByText("POST /api/time-slots")).toBeVisible();
  expect(screen.getByText("GET /api/provider-schedules/{id}")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Database" }));
  for (const table of ["provider_schedules", "time_slots", "recurring_bookings", "booking_reservations"]) {
    expect(screen.getByText(table)).toBeVisible();
  }
  expect(addressNow(container)).toBe("/schedule-test?about=tables");
  unmount();

  renderScreen(<ScheduleTestPage />, { at: "/schedule-test?tab=recurring&about=calls" });
  expect(await screen.findByRole("tab", { name: "Recurring Service", selected: true })).toBeVisible();
  expect(screen.getByText("POST /api/time-slots")).toBeVisible();
});

test("without a demo it says so and leads to real providers", async () => {
  const server = serve({ "GET /api/config": { body: { ...config, demo: null } } });

  const { container } = renderScreen(<ScheduleTestPage />, { at: "/schedule-test" });

  expect(await screen.findByText("There is no demo here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose a provider" })).toHaveAttribute("href", "/");
  expect(screen.queryByRole("button", { name: "Initialize Test Data" })).not.toBeInTheDocument();
  expect(server.calls.map(({ path }) => path)).toEqual(["/api/config", "/api/auth/session"]);
  expect(await axeViolations(container)).toEqual([]);
});

test("the kind of slots that is shown stands in the address, and is found there again", async () => {
  const { user, container } = await open();

  await user.click(screen.getByRole("radio", { name: "Same Day" }));

  expect(addressNow(container)).toBe("/schedule-test?slots=same_day");
  expect(screen.getByText("No Same Day times this week")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Next Day" }));
  expect(addressNow(container)).toBe("/schedule-test?slots=next_day");
  await user.click(screen.getByRole("radio", { name: "All" }));
  expect(addressNow(container)).toBe("/schedule-test");
});

test.each([
  ["next_day", "Next Day"],
  ["anything", "All"],
])("an address with the slots “%s” shows “%s”, on the tab that it names", async (slots, name) => {
  serve({ [WEEK]: { body: slotsAt("2026-11-21", "09:00", "10:00") } });
  const { user, container } = renderScreen(<ScheduleTestPage />, { at: `/schedule-test?slots=${slots}` });

  expect(await screen.findByRole("radio", { name })).toBeChecked();
  await user.click(screen.getByRole("tab", { name: "Recurring Service" }));
  expect(addressNow(container)).toBe(`/schedule-test?slots=${slots}&tab=recurring`);
  await user.click(screen.getByRole("tab", { name: "One-Time Booking" }));
  expect(screen.getByRole("radio", { name })).toBeChecked();
});
