import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi, type Mock } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";
import { serve, signedIn, type TestServer } from "@/test/server";

import { DeviceNotifications } from "./device-notifications";

const STATE = "GET /api/push-subscriptions";
const SUBSCRIBE = "POST /api/push-subscriptions";
const FORGET = "DELETE /api/push-subscriptions";
const GIVEN = { endpoint: "https://push.example/1", keys: { p256dh: "a", auth: "b" } };
const PRIVACY = "GET /api/privacy/preferences";
const privacy = { analytics: true, marketing: false, notifications: true, locationTracking: true, dataSharing: false };
const state = { publicKey: "key", accountId: signedIn.user?.id, isOn: false };

type Browser = { requestPermission: Mock; subscribe: Mock; unsubscribe: Mock };

/** A browser with push support and a given permission answer. */
function browser(
  permission: NotificationPermission,
  { was = "default", isSubscribed = false }: { was?: NotificationPermission; isSubscribed?: boolean } = {},
): Browser {
  const unsubscribe = vi.fn(() => Promise.resolve(true));
  const subscription = { toJSON: () => ({ ...GIVEN, expirationTime: null }), unsubscribe };
  const subscribe = vi.fn(() => Promise.resolve(subscription));
  const registration = {
    pushManager: { subscribe, getSubscription: () => Promise.resolve(isSubscribed ? subscription : null) },
  };
  const notification = {
    permission: was,
    requestPermission: vi.fn(() => Promise.resolve((notification.permission = permission))),
  };
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("PushManager", vi.fn());
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) },
  });
  return { requestPermission: notification.requestPermission, subscribe, unsubscribe };
}

function open(routes: Parameters<typeof serve>[0] = {}): ReturnType<typeof renderScreen> & { server: TestServer } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [PRIVACY]: { body: privacy },
    [STATE]: { body: state },
    ...routes,
  });
  return { ...renderScreen(<DeviceNotifications />, { at: "/profile/settings" }), server };
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("the browser is asked after a tap, and not before", async () => {
  const { requestPermission, subscribe } = browser("granted");
  const { user, server, container } = open({ [SUBSCRIBE]: { body: { ...state, isOn: true } } });
  const turnOn = await screen.findByRole("button", { name: "Turn on notifications here" });
  expect(requestPermission).not.toHaveBeenCalled();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(turnOn);

  expect(await screen.findByRole("button", { name: "Turn off notifications here" })).toBeVisible();
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: "key" });
  expect(server.callsOf(SUBSCRIBE).map(({ body }) => body)).toEqual([GIVEN]);
});

test("a device that is on shows nothing while the privacy settings keep it back", async () => {
  browser("granted", { was: "granted", isSubscribed: true });
  open({
    [PRIVACY]: { body: { ...privacy, notifications: false } },
    [SUBSCRIBE]: { body: { ...state, isOn: true } },
    [STATE]: { body: { ...state, isOn: true } },
  });

  expect(await screen.findByText("Your privacy settings keep back everything on this device.")).toBeVisible();
  expect(screen.queryByText("This device shows your notifications.")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Turn off notifications here" })).toBeVisible();
});

test("whoever says no is told where to change that", async () => {
  browser("denied");
  const { user, server } = open();

  await user.click(await screen.findByRole("button", { name: "Turn on notifications here" }));

  expect(await screen.findByText(/does not allow this site to show notifications/)).toBeVisible();
  expect(server.callsOf(SUBSCRIBE)).toEqual([]);
});

test("a browser that cannot register says so", async () => {
  const { subscribe } = browser("granted");
  subscribe.mockRejectedValue(new DOMException("push service error", "AbortError"));
  const { user } = open();

  await user.click(await screen.findByRole("button", { name: "Turn on notifications here" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Your browser could not register for notifications.");
});

test("turning off tells the server and the browser", async () => {
  const { unsubscribe } = browser("granted", { was: "granted", isSubscribed: true });
  let isOn = true;
  const forget = (): { status: number } => {
    isOn = false;
    return { status: 204 };
  };
  const { user, server } = open({ [STATE]: () => ({ body: { ...state, isOn } }), [FORGET]: forget });

  await user.click(await screen.findByRole("button", { name: "Turn off notifications here" }));

  expect(await screen.findByRole("button", { name: "Turn on notifications here" })).toBeVisible();
  expect(server.callsOf(FORGET)).toHaveLength(1);
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test("what another account had turned on here is off for this one", async () => {
  browser("granted", { was: "granted", isSubscribed: true });
  open();

  expect(await screen.findByRole("button", { name: "Turn on notifications here" })).toBeVisible();
});

test("a browser that can show none is told so", async () => {
  open();

  expect(await screen.findByText(/This browser cannot show notifications/)).toBeVisible();
});

test("Safari on an iPhone is told that the installed app can", async () => {
  browser("granted");
  Object.defineProperty(navigator, "standalone", { configurable: true, value: false });
  open();

  expect(await screen.findByText(/Add to Home Screen/)).toBeVisible();
  Reflect.deleteProperty(navigator, "standalone");
});

test("where the site sends none nothing is offered", async () => {
  browser("granted");
  open({ [STATE]: { body: { ...state, publicKey: null } } });

  expect(await screen.findByText("Notifications on devices are not available at present.")).toBeVisible();
});

test("a state that could not be loaded is asked for again", async () => {
  browser("granted");
  const { user, server } = open({ [STATE]: { status: 500, body: { message: "It failed.", code: "server_error" } } });

  await user.click(await screen.findByRole("button", { name: "Try again" }));

  await waitFor(() => expect(server.callsOf(STATE)).toHaveLength(2));
});
