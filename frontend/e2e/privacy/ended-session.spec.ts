import type { Page } from "@playwright/test";

import { cancelUnpaid, placeOrder, providerOtherThan } from "../fixtures/orders.ts";
import { DEMO, PASSWORD, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { pushPath, waitUntilLoaded } from "../support/page.ts";
import { isGuarded, ROUTES } from "../support/routes.ts";
import { endSession } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 300_000;

/** The routes that ask who is there before they show anything. */
const GUARDED = ROUTES.filter(isGuarded);
/** What a person may have in the address of a page, beside its path. */
const OWN_QUERY: Readonly<Record<string, string>> = {
  "/booking": "&service=ironing#dates",
  "/history": "?tab=completed",
  "/provider": "?tab=done",
  "/recurring": "?form=open",
  "/tracking/:orderId?": "#messages",
};

type Scene = { bruno: Person; page: Page; providerId: string; orderId: string };

/** A provider, who is a customer, too, and has every page. */
async function begin(users: Users): Promise<Scene> {
  const bruno = await users.visitor();
  // Whoever asks first after the session has ended is told so.
  bruno.pageErrors.allowResponse(401);
  const { id, providerId: own } = await bruno.signIn(DEMO.provider);
  await cancelUnpaid(bruno, id);
  const provider = await providerOtherThan(bruno, own);
  const { id: orderId } = await placeOrder(bruno, provider, 3);
  return { bruno, page: bruno.page, providerId: provider.id, orderId };
}

/** The address of a page as somebody has it open. */
function addressOf(route: string, { providerId, orderId }: Scene): string {
  const path = route === "/booking" ? `/booking?providerId=${providerId}` : route.replace(/:orderId\??/, orderId);
  return path + (OWN_QUERY[route] ?? "?from=mail");
}

/** The session of somebody ends on the server while they look at a page; the page says so by itself. Answers its heading before that. */
async function endAt({ bruno, page }: Scene, address: string): Promise<string | undefined> {
  const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
  await page.goto(address);
  await opened;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Whose page it is must be on screen: else nobody there was signed in.
  await waitUntilLoaded(page);
  if (address.endsWith("#dates")) await expect(page.getByRole("heading", { level: 1, name: "More dates" })).toBeVisible();
  const [heading] = await page.getByRole("heading", { level: 1 }).allInnerTexts();
  await endSession(bruno);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
  return heading;
}

test("every page of an account whose session has ended leads to the sign-in page, which knows it with its query", async ({ users }) => {
  const scene = await begin(users);
  const { bruno, page, orderId } = scene;
  const toSignIn = page.getByRole("link", { name: "Sign in", exact: true });
  await bruno.call("POST", `/api/orders/${orderId}/cancellation`);
  await endAt(scene, "/profile");

  expect(GUARDED.length).toBeGreaterThanOrEqual(13);
  for (const route of GUARDED) {
    const address = addressOf(route, scene);
    await pushPath(page, address);
    await expect(toSignIn).toHaveAttribute("href", `/login?next=${encodeURIComponent(address)}`);
    await expect(page.getByText("You are signed out").first()).toBeVisible();
    await toSignIn.click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome to Suuber" })).toBeVisible();
  }
});

/** Signs in on the page that asks for it, as whoever was there before. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await page.getByLabel("Email").fill(DEMO.provider);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
}

test("who signs in again is where they were, and sees what they saw", async ({ users }) => {
  const scene = await begin(users);
  const { bruno, page, orderId, providerId } = scene;
  const places = [
    // Not the last one: what it still asks for an order would be refused once that is cancelled.
    { address: `/checkout/${orderId}?from=mail`, shows: page.getByText("Order summary") },
    { address: "/provider?tab=done", shows: page.getByRole("tab", { name: /^Done/, selected: true }) },
    { address: `/booking?providerId=${providerId}&service=ironing`, shows: page.getByRole("radio", { name: /Ironing Only/, checked: true }) },
  ];
  for (const { address, shows } of places) {
    await endAt(scene, address);
    await signInAgain(page);
    await expect(page).toHaveURL(address);
    await expect(shows.first()).toBeVisible();
  }
  await bruno.call("POST", `/api/orders/${orderId}/cancellation`);
});

test("every page of an account is there again once its person has signed in", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const scene = await begin(users);
  const { bruno, page, orderId } = scene;
  // The checkout asks about an order that waits for its payment.
  for (const route of sweep(GUARDED, 0)) {
    const address = addressOf(route, scene);
    const before = await endAt(scene, address);
    await signInAgain(page);
    await expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toEqual(address);
    await expect.poll(async () => (await page.getByRole("heading", { level: 1 }).allInnerTexts())[0]).toEqual(before);
    await waitUntilLoaded(page);
    await expect(page.getByText("You are signed out")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "Sign in", exact: true })).toHaveCount(0);
  }
  await page.goto("/help");
  await bruno.call("POST", `/api/orders/${orderId}/cancellation`);
});
