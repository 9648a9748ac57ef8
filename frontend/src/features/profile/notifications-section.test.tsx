import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { NotificationSwitch } from "@/api/types";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, serve, signedIn, type TestServer } from "@/test/server";

import { NotificationsSection } from "./notifications-section";

const READ = "GET /api/notifications/preferences";
const SAVE = "PUT /api/notifications/preferences";
const orders: NotificationSwitch = { group: "orders", event: null, channel: "email", isOn: true, isFixed: false };
const bell: NotificationSwitch = { ...orders, channel: "app" };
const payments: NotificationSwitch = { ...orders, group: "payments", isFixed: true };
const privacy = { analytics: true, marketing: false, notifications: true, locationTracking: true, dataSharing: false };

type Shown = ReturnType<typeof renderScreen> & { server: TestServer };

function open(routes: Parameters<typeof serve>[0] = {}): Shown {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/privacy/preferences": { body: privacy },
    "GET /api/push-subscriptions": { body: { publicKey: "key", accountId: signedIn.user?.id, isOn: false } },
    [READ]: { body: { switches: [bell, orders, payments], quietHours: null } },
    ...routes,
  });
  return { ...renderScreen(<NotificationsSection />, { at: "/profile/settings" }), server };
}

const ofOrders = async (name: string): Promise<HTMLElement> =>
  within(await screen.findByRole("group", { name: "Orders" })).getByRole("switch", { name });
const byEmail = (): Promise<HTMLElement> => ofOrders("By email");

test("shows what can be switched, and what comes in any case", async () => {
  const { container } = open();

  expect(await byEmail()).toBeChecked();
  expect(await ofOrders("Count in the bell")).toBeChecked();
  expect(screen.getByRole("heading", { name: "Payments and receipts" })).toBeVisible();
  expect(screen.getByText("Always in the app and by email")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Privacy Settings" })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test("promises no email to an address that is not confirmed", async () => {
  open({ "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, emailVerified: false } } } });

  expect(await screen.findByText("Always in the app, by email once your address is confirmed")).toBeVisible();
  expect(
    screen.getByText(/comes in the app in any case, and by email once your address is confirmed\.$/),
  ).toBeVisible();
});

test("switches emails of orders off, and says that it is saved", async () => {
  const { user, server } = open({
    [SAVE]: { body: { switches: [bell, { ...orders, isOn: false }, payments], quietHours: null } },
  });

  await user.click(await byEmail());

  expect(await screen.findByText("Notifications saved")).toBeVisible();
  expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([
    { switches: [{ group: "orders", channel: "email", isOn: false }] },
  ]);
  expect(await byEmail()).not.toBeChecked();
});

test("a switch that was not saved goes back, with the reason", async () => {
  const { user } = open({
    [SAVE]: { status: 503, body: { message: "Please try again in a moment.", code: "database_busy" } },
  });

  await user.click(await byEmail());

  expect(await screen.findByRole("alert")).toHaveTextContent("The notification was not switched");
  expect(await byEmail()).toBeChecked();
});

test("says that the privacy settings keep emails back", async () => {
  open({ "GET /api/privacy/preferences": { body: { ...privacy, notifications: false } } });

  expect(await screen.findByRole("link", { name: "Privacy Settings" })).toHaveAttribute("href", "/account/privacy");
});

test("switches that could not be loaded are asked for again", async () => {
  const { user, server } = open({ [READ]: { status: 500, body: { message: "It failed.", code: "server_error" } } });

  await user.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(server.callsOf(READ)).toHaveLength(2));
});

const push: NotificationSwitch = { ...orders, channel: "push" };
const washing: NotificationSwitch = { ...orders, event: "order_washing" };

test("one kind of a group is switched off by itself, where its group is on", async () => {
  const off = { ...push, isOn: false };
  const { user, server } = open({
    [READ]: { body: { switches: [orders, off, washing, { ...washing, channel: "push" }], quietHours: null } },
    [SAVE]: { body: { switches: [orders, off, { ...washing, isOn: false }], quietHours: null } },
  });
  await user.click(await screen.findByText("Choose singly"));
  const ofWashing = within(screen.getByRole("group", { name: "Washing in progress" }));

  expect(ofWashing.getByRole("switch", { name: "On your devices" })).toBeDisabled();
  expect(ofWashing.getByRole("switch", { name: "On your devices" })).not.toBeChecked();
  await user.click(ofWashing.getByRole("switch", { name: "By email" }));

  await waitFor(() =>
    expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([
      { switches: [{ group: "orders", event: "order_washing", channel: "email", isOn: false }] },
    ]),
  );
});

test("quiet hours begin as a night, and are chosen by half hours", async () => {
  const night = { from: "22:00", until: "07:00" };
  const { user, server } = open({
    [SAVE]: ({ body }) => ({ body: { switches: [orders], quietHours: (body as { quietHours: unknown }).quietHours } }),
  });

  await user.click(await screen.findByRole("switch", { name: "Quiet hours" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Until (Swiss time)" })).toBeEnabled());
  await user.selectOptions(screen.getByRole("combobox", { name: "Until (Swiss time)" }), "06:30");
  await waitFor(() => expect(screen.getByRole("switch", { name: "Quiet hours" })).toBeEnabled());
  await user.click(screen.getByRole("switch", { name: "Quiet hours" }));

  await waitFor(() =>
    expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([
      { quietHours: night },
      { quietHours: { ...night, until: "06:30" } },
      { quietHours: null },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "From" })).toBeNull());
});
