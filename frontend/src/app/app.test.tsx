import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { t } from "@/i18n/i18n";
import { axeViolations } from "@/test/render";
import { makeProvider, serve, signedIn } from "@/test/server";
import { dismissToast, showToast, showToastAfterReload } from "@/ui/overlay/toast";

import { App } from "./app";
import { pageRoutes } from "./page-routes";

// Tailwind is not loaded in tests: this style hides the phone's bar, as on a desktop.
const ofDesktop = document.createElement("style");
ofDesktop.textContent = ".md\\:hidden { display: none }";

beforeEach(() => {
  dismissToast();
  document.head.append(ofDesktop);
});
afterEach(() => {
  ofDesktop.remove();
});

function open(address: string): ReturnType<typeof render> {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={[address]}>
        <App />
      </MemoryRouter>
    </SWRConfig>,
  );
}

/** The header's navigation for desktops, and the bottom bar for phones. CSS shows one of them. */
const navigations = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("nav[aria-label=Main]")];
const current = (within: HTMLElement): string | null =>
  within.querySelector('[aria-current="page"]')?.textContent ?? null;

test("any other path shows the not-found page", async () => {
  serve();
  const { container } = open("/nowhere");

  expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeInTheDocument();
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe("404 Page Not Found – Suuber"));
  expect(await axeViolations(container)).toEqual([]);

  const field = within(screen.getByRole("search")).getByRole("textbox", { name: "Search service providers" });
  await userEvent.type(field, "Lisa");
  await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
  await userEvent.type(field, "Luca{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Fresh laundry, from next door" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Search service providers" })).toHaveValue("Luca");
});

test.each([
  ["/", "Home"],
  ["/tracking", "Track"],
  ["/tracking/33333333-3333-4333-8333-33333333abcd", "Track"],
  ["/history", "History"],
  ["/profile", "Profile"],
  ["/terms", null],
])("the navigation at %s marks %s", async (address, item) => {
  serve();
  open(address);

  await screen.findByRole("heading", { level: 1 });

  expect(
    navigations().map((navigation) => [...navigation.querySelectorAll("a")].map((link) => link.textContent)),
  ).toEqual([
    ["Home", "Track", "History", "Profile"],
    ["Home", "Track", "History", "Profile"],
  ]);
  expect(navigations().map(current)).toEqual([item, item]);
});

test("every route has a title and a description of its own", () => {
  const titles = pageRoutes.map(({ name }) => t(`metadata.${name}.title`));
  const descriptions = pageRoutes.map(({ name }) => t(`metadata.${name}.description`));

  expect(new Set(titles).size).toBe(titles.length);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

test("navigating moves the focus to the new heading and changes title and description", async () => {
  serve({ "GET /api/providers/8001": { body: [makeProvider()] } });
  open("/");
  await screen.findByRole("article");
  expect(document.title).toBe("Suuber – laundry service in Zurich, picked up and delivered");

  await userEvent.click(
    within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "History" }),
  );

  await waitFor(() => expect(document.title).toBe("Order history – Suuber"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
    "content",
    "Your laundry orders: track, rate and order again.",
  );
});

test("the bell shows the unread number and the avatar the account's initials", async () => {
  serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 2, results: [] } },
  });
  open("/nowhere");

  expect(await screen.findByRole("link", { name: "Notifications, 2 unread" })).toHaveAttribute(
    "href",
    "/notifications",
  );
  expect(await screen.findByText("AM")).toBeInTheDocument();
});

test("how many messages about own orders are unread stands at Track", async () => {
  const message = {
    id: "1",
    kind: "message",
    title: "Message from Bruno K.",
    body: "I am at your door.",
    link: "/tracking/33333333-3333-4333-8333-333333333333#messages",
    createdAt: "2026-11-20T08:00:00Z",
    readAt: null as string | null,
  };
  const others = [
    { ...message, id: "2" },
    { ...message, id: "3", readAt: "2026-11-20T08:01:00Z" },
    { ...message, id: "4", link: "/provider#33333333-3333-4333-8333-333333333333/messages" },
    { ...message, id: "5", kind: "order_pickup" },
  ];
  serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/notifications": { body: { unread: 4, results: [message, ...others] } },
  });
  open("/nowhere");

  expect((await screen.findAllByRole("link", { name: "Track 2 unread" }))[0]).toHaveAttribute("href", "/tracking");
});

test("without unread notifications the bell is only a bell", async () => {
  serve();
  open("/nowhere");

  expect(await screen.findByRole("link", { name: "Notifications" })).toBeInTheDocument();
});

test("a new toast takes the place of the one before, and can be closed", async () => {
  serve();
  open("/nowhere");
  await screen.findByRole("heading", { level: 1 });

  act(() => showToast({ title: "Order Created", description: "Proceeding to payment..." }));
  expect(screen.getByText("Proceeding to payment...")).toBeInTheDocument();
  act(() => showToast({ title: "Error", description: "Passwords do not match", variant: "destructive" }));

  expect(screen.queryByText("Order Created")).not.toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent("ErrorPasswords do not match");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Passwords do not match")).not.toBeInTheDocument();
});

test("a toast goes away by itself after six seconds", () => {
  vi.useFakeTimers();
  serve();
  open("/nowhere");

  act(() => showToast({ title: "Privacy Setting Updated" }));
  act(() => void vi.advanceTimersByTime(5999));
  expect(screen.getByText("Privacy Setting Updated")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1));

  expect(screen.queryByText("Privacy Setting Updated")).not.toBeInTheDocument();
  vi.useRealTimers();
});

test("a toast that was left for after a reload is shown once", async () => {
  serve();
  showToastAfterReload({ title: "Welcome to Suuber!" });

  const { unmount } = open("/nowhere");
  expect(await screen.findByText("Welcome to Suuber!")).toBeInTheDocument();
  unmount();
  dismissToast();
  open("/nowhere");

  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText("Welcome to Suuber!")).not.toBeInTheDocument();
});

test.each(["{", "null", "7", '"Welcome"', "[]", '{"title":7}', '{"description":"Alone"}'])(
  "what somebody else left in its place, %s, is no toast and stops nothing",
  async (left) => {
    serve();
    window.sessionStorage.setItem("toast", left);

    open("/nowhere");

    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Close" })).not.toBeInTheDocument();
    expect(window.sessionStorage.getItem("toast")).toBeNull();
  },
);

test("of what was left only what a toast can be restored from is taken", async () => {
  serve();
  window.sessionStorage.setItem(
    "toast",
    JSON.stringify({ title: "Saved", description: 7, variant: "odd", action: { label: "Press" }, onGone: "x" }),
  );

  open("/nowhere");

  expect(await screen.findByText("Saved")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Press" })).not.toBeInTheDocument();
  act(dismissToast);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
});
