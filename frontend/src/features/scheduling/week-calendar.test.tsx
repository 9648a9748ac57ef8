import { screen, waitFor, within } from "@testing-library/react";
import { useState, type ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { below } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import type { TimeSlot } from "@/api/types";
import { axeViolations, renderScreen } from "@/test/render";
import { never, serve, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { WeekCalendar } from "./week-calendar";

type View = ReturnType<typeof renderScreen>;

const BRUNO = "22222222-2222-4222-8222-222222222222";
const THIS_WEEK = slotsCall(BRUNO, "2026-11-16", "2026-11-22");
const NEXT_WEEK = slotsCall(BRUNO, "2026-11-23", "2026-11-29");
const FRIDAY = "2026-11-20";
const SATURDAY = "2026-11-21";
const MONDAY = "2026-11-23";

beforeEach(() => {
  // A Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

// Functions, because slot types depend on each test's clock.
const thisWeek = (): TimeSlot[] => [
  ...slotsAt("2026-11-18", "09:00", "10:00").map((slot) => ({ ...slot, isAvailable: false })),
  ...slotsAt(FRIDAY, "09:00", "10:00", "11:00"),
  ...slotsAt(SATURDAY, "10:00", "12:00"),
];
const nextWeek = (): TimeSlot[] => [...slotsAt(MONDAY, "09:00", "10:00"), ...slotsAt("2026-11-27", "10:00")];

function Calendar({ onChoose }: { onChoose: (slot: TimeSlot) => void }): ReactElement {
  const [chosen, setChosen] = useState<TimeSlot | null>(null);
  const refresh = useRefresh();
  return (
    <>
      <WeekCalendar
        providerId={BRUNO}
        chosen={chosen}
        onChoose={(slot) => {
          setChosen(slot);
          onChoose(slot);
        }}
      />
      <button type="button" onClick={() => void refresh(below("/api/time-slots"))}>
        Somebody books
      </button>
    </>
  );
}

function show(
  handlers: Parameters<typeof serve>[0] = {},
): View & { server: TestServer; onChoose: ReturnType<typeof vi.fn> } {
  const server = serve({ [THIS_WEEK]: { body: thisWeek() }, [NEXT_WEEK]: { body: nextWeek() }, ...handlers });
  const onChoose = vi.fn();
  return { ...renderScreen(<Calendar onChoose={onChoose} />), server, onChoose };
}

const slot = (name: string | RegExp): HTMLElement => within(screen.getByRole("grid")).getByRole("button", { name });
const names = (): string[] =>
  within(screen.getByRole("grid"))
    .getAllByRole("button")
    .map((button) => button.textContent);
const focused = (): string | null => document.activeElement?.textContent ?? null;

test("shows Monday to Sunday with the slots that can be booked, each with day, time, type and places left", async () => {
  const { container, server } = show();

  const grid = await screen.findByRole("grid", { name: "Free times, 16–22 Nov" });

  expect(
    within(grid)
      .getAllByRole("columnheader")
      .map((day) => day.getAttribute("aria-label")),
  ).toEqual([
    "Monday 16 November",
    "Tuesday 17 November",
    "Wednesday 18 November",
    "Thursday 19 November",
    "Friday 20 November",
    "Saturday 21 November",
    "Sunday 22 November",
  ]);
  // Slots that have begun, and closed ones, are not shown.
  expect(names()).toEqual([
    "Friday 20 November, 10:00 to 11:00, Same Day, 2 left",
    "Saturday 21 November, 10:00 to 11:00, Next Day, 2 left",
    "Friday 20 November, 11:00 to 12:00, Same Day, 2 left",
    "Saturday 21 November, 12:00 to 13:00, Next Day, 2 left",
  ]);
  expect(screen.getByRole("button", { name: "Wed 18 November, past" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Previous week" })).not.toBeInTheDocument();
  expect(server.calls.filter(({ path }) => path.startsWith("/api/time-slots"))).toHaveLength(1);
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  [3, 1, "marks"],
  [4, 2, "does not mark"],
  [3, 2, "does not mark"],
  [1, 0, "marks"],
])("of capacity %i with %i taken it %s the slot as roomy", async (maxBookings, currentBookings, what) => {
  show({ [THIS_WEEK]: { body: slotsAt(FRIDAY, "10:00").map((one) => ({ ...one, maxBookings, currentBookings })) } });

  await screen.findByRole("grid");

  const button = slot(/^Friday/);
  expect(button).toHaveTextContent(`${(maxBookings - currentBookings).toString()} left`);
  // Icon and colour together, or neither.
  expect(button.querySelector("svg") !== null).toBe(what === "marks");
});

test("a press chooses the slot, and only that one", async () => {
  const { user, onChoose } = show();
  await screen.findByRole("grid");

  await user.click(slot(/^Saturday.*12:00 to/));

  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ date: SATURDAY, startTime: "12:00" }));
  const pressed = within(screen.getByRole("grid")).getAllByRole("button", { pressed: true });
  expect(pressed).toEqual([slot(/^Saturday.*12:00 to/)]);
});

test("the filter leaves one kind, and says where there is none of it", async () => {
  const { user } = show();
  await screen.findByRole("grid");

  await user.click(screen.getByRole("radio", { name: "Next Day" }));
  expect(names().every((name) => name.startsWith("Saturday"))).toBe(true);

  await user.click(screen.getByRole("radio", { name: "Scheduled" }));
  expect(screen.getByText("No Scheduled times this week")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all times" }));
  expect(screen.getByRole("radio", { name: "All" })).toBeChecked();
  expect(names()).toHaveLength(4);
});

test("goes to the next week and back", async () => {
  const { user, server } = show();
  await screen.findByRole("grid");

  await user.click(screen.getByRole("button", { name: "Next week" }));
  expect(await screen.findByRole("grid", { name: "Free times, 23–29 Nov" })).toBeVisible();
  expect(names()).toHaveLength(3);

  await user.click(screen.getByRole("button", { name: "Previous week" }));
  expect(await screen.findByRole("grid", { name: "Free times, 16–22 Nov" })).toBeVisible();
  // There is no way to past weeks, and the focus stays on the navigation.
  expect(screen.queryByRole("button", { name: "Previous week" })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Next week" })).toHaveFocus());
  expect(server.callsOf(NEXT_WEEK)).toHaveLength(1);
});

test("the keyboard moves between slots, days and weeks, and chooses", async () => {
  const { user, onChoose } = show();
  await screen.findByRole("grid");
  const inOrder = within(screen.getByRole("grid")).getAllByRole("button");
  expect(inOrder.filter((button) => button.tabIndex === 0)).toHaveLength(1);

  slot(/^Friday.*11:00 to/).focus();
  await user.keyboard("{ArrowUp}");
  expect(focused()).toMatch(/^Friday.*10:00 to/);
  await user.keyboard("{ArrowUp}");
  expect(focused()).toMatch(/^Friday.*10:00 to/);
  await user.keyboard("{ArrowDown}{ArrowRight}");
  // 11:00 is not free on Saturday: of 10:00 and 12:00 the earlier is chosen.
  expect(focused()).toMatch(/^Saturday.*10:00 to/);
  await user.keyboard("{ArrowRight}");
  expect(focused()).toMatch(/^Saturday.*10:00 to/);
  await user.keyboard("{Home}");
  expect(focused()).toMatch(/^Friday.*10:00 to/);
  await user.keyboard("{End}");
  expect(focused()).toMatch(/^Saturday.*10:00 to/);
  await user.keyboard("{Control>}{End}{/Control}");
  expect(focused()).toMatch(/^Saturday.*12:00 to/);
  await user.keyboard("{Control>}{Home}{/Control}");
  expect(focused()).toMatch(/^Friday.*10:00 to/);

  await user.keyboard("{PageDown}");
  await waitFor(() => expect(focused()).toBe("Friday 27 November, 10:00 to 11:00, Scheduled, 2 left"));
  await user.keyboard("{ArrowLeft}");
  expect(focused()).toMatch(/^Monday 23 November, 10:00/);
  await user.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ date: MONDAY, startTime: "10:00" }));
  await user.keyboard("{PageUp}");
  await waitFor(() => expect(focused()).toMatch(/^Friday 20 November/));
  await user.keyboard("{PageUp}");
  expect(screen.getByRole("grid", { name: "Free times, 16–22 Nov" })).toBeVisible();
});

test("Tab reaches the grid once and leaves it again", async () => {
  const { user } = show();
  await screen.findByRole("grid");

  slot(/^Friday.*10:00 to/).focus();
  await user.tab();

  expect(document.activeElement).toHaveTextContent("Somebody books");
});

test("a press on a day shows that day's times, or that it has none", async () => {
  const { user } = show();
  await screen.findByRole("grid");
  const friday = screen.getByRole("button", { name: "Fri 20 November, 2 free times" });
  expect(friday).toHaveAttribute("aria-pressed", "true");

  await user.click(screen.getByRole("button", { name: "Sun 22 November, 0 free times" }));

  expect(friday).toHaveAttribute("aria-pressed", "false");
  expect(screen.getByText("No free times on this day.")).toBeInTheDocument();
});

test("an empty week leads to the next one with something free", async () => {
  const further = slotsCall(BRUNO, "2026-11-23", "2027-01-23");
  const { user, container } = show({ [THIS_WEEK]: { body: [] }, [further]: { body: nextWeek() } });

  expect(await screen.findByText("No free times this week")).toBeVisible();
  const jump = await screen.findByRole("button", { name: "Next free time: Mon 23 Nov" });
  expect(await axeViolations(container)).toEqual([]);
  await user.click(jump);

  await screen.findByRole("grid", { name: "Free times, 23–29 Nov" });
  await waitFor(() => expect(focused()).toMatch(/^Monday 23 November/));
});

test("where nothing is free for long it says so", async () => {
  show({ [THIS_WEEK]: { body: [] }, [slotsCall(BRUNO, "2026-11-23", "2027-01-23")]: { body: [] } });

  expect(await screen.findByText("Nothing is free in the following nine weeks either.")).toBeVisible();
});

test("what could not be loaded can be tried again", async () => {
  const { user, server } = show({ [THIS_WEEK]: { status: 500, body: "down" } });
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");

  server.setHandlers({ [THIS_WEEK]: { body: thisWeek() } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("grid")).toBeVisible();
});

test("while it loads it says so", () => {
  show({ [THIS_WEEK]: never });

  expect(screen.getByRole("status", { name: "" })).toHaveTextContent("Loading...");
});

test("after somebody has booked the capacity is counted anew", async () => {
  const { user, server } = show();
  await screen.findByRole("grid");

  server.setHandlers({ [THIS_WEEK]: { body: thisWeek().map((one) => ({ ...one, currentBookings: 2 })) } });
  await user.click(screen.getByRole("button", { name: "Somebody books" }));

  expect(
    await screen.findByRole("button", { name: "Friday 20 November, 10:00 to 11:00, Same Day, 1 left" }),
  ).toBeVisible();
});

test.each(["2026-11-22T22:30:00Z", "2026-11-22T23:30:00Z"])("at %s the week is Zurich's", async (now) => {
  vi.setSystemTime(new Date(now));
  const isMonday = now.includes("T23");
  show(isMonday ? {} : { [THIS_WEEK]: { body: slotsAt("2026-11-22", "23:45") } });

  expect(
    await screen.findByRole("grid", { name: isMonday ? "Free times, 23–29 Nov" : "Free times, 16–22 Nov" }),
  ).toBeVisible();
});
