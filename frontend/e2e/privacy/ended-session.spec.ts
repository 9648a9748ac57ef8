import type { Page } from "@playwright/test";

import type { Factory } from "../fixtures/factory.ts";
import { PASSWORD, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { liveConnection } from "../support/live-events.ts";
import { pushPath, waitUntilLoaded } from "../support/page.ts";
import { isGuarded, ROUTES } from "../support/routes.ts";
import { endSession } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 300_000;

/** Routes that check the session before they show anything. */
const GUARDED = ROUTES.filter(isGuarded);
/** The queries of a person's own URLs. */
const OWN_QUERY: Readonly<Record<string, string>> = {
  "/booking": "&service=ironing#dates",
  "/history": "?tab=completed",
  "/provider": "?tab=done",
  "/recurring": "?form=open",
  "/tracking/:orderId?": "#messages",
};

type Setup = { bruno: Person; email: string; page: Page; providerId: string; orderId: string };

/** A provider who is also a customer, so all pages exist. */
async function begin(make: Factory["make"], users: Users): Promise<Setup> {
  const {
    users: made,
    providers,
    orders,
  } = await make({
    users: [{ ref: "alice" }, { ref: "bruno", firstName: "Bruno" }],
    providers: [{ ref: "own", user: "bruno" }, { ref: "salon" }],
    orders: [
      { ref: "job", customer: "alice", provider: "own", pickup: { days: -3 }, status: "completed" },
      // The checkout needs an unpaid order.
      { ref: "unpaid", customer: "bruno", provider: "salon", pickup: { days: 3 }, status: "pending" },
    ],
  });
  const bruno = await users.signedIn(made.bruno);
  // The first request after the end of the session gets a 401.
  bruno.pageErrors.allowResponse(401);
  return {
    bruno,
    email: made.bruno.email,
    page: bruno.page,
    providerId: providers.salon.id,
    orderId: orders.unpaid.id,
  };
}

/** The URL of a route with real ids. */
function addressOf(route: string, { providerId, orderId }: Setup): string {
  const path = route === "/booking" ? `/booking?providerId=${providerId}` : route.replace(/:orderId\??/, orderId);
  return path + (OWN_QUERY[route] ?? "?from=mail");
}

/** Ends the session on the server while a page is open, which must react by itself. Returns the heading before that. */
async function endAt({ bruno, page }: Setup, address: string): Promise<string | undefined> {
  const opened = liveConnection(page);
  await page.goto(address);
  await opened;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Private content must be on screen first; otherwise nobody was signed in.
  await waitUntilLoaded(page);
  if (address.endsWith("#dates"))
    await expect(page.getByRole("heading", { level: 1, name: "More dates" })).toBeVisible();
  const [heading] = await page.getByRole("heading", { level: 1 }).allInnerTexts();
  await endSession(bruno);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
  return heading;
}

test("every page of an account whose session has ended leads to the sign-in page, which knows it with its query", async ({
  make,
  users,
}) => {
  const setup = await begin(make, users);
  const { page } = setup;
  const toSignIn = page.getByRole("link", { name: "Sign in", exact: true });
  await endAt(setup, "/profile");

  expect(GUARDED.length).toBeGreaterThanOrEqual(13);
  for (const route of GUARDED) {
    const address = addressOf(route, setup);
    await pushPath(page, address);
    await expect(toSignIn).toHaveAttribute("href", `/login?next=${encodeURIComponent(address)}`);
    await expect(page.getByText("You are signed out").first()).toBeVisible();
    await toSignIn.click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome to Suuber" })).toBeVisible();
  }
});

/** Signs in again as the same user, on the page that asks for it. */
async function signInAgain({ page, email }: Setup): Promise<void> {
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
}

test("who signs in again is where they were, and sees what they saw", async ({ make, users }) => {
  const setup = await begin(make, users);
  const { page, orderId, providerId } = setup;
  const addresses = [
    { address: `/checkout/${orderId}?from=mail`, shows: page.getByText("Order summary") },
    { address: "/provider?tab=done", shows: page.getByRole("tab", { name: /^Done/, selected: true }) },
    {
      address: `/booking?providerId=${providerId}&service=ironing`,
      shows: page.getByRole("radio", { name: /Ironing only/, checked: true }),
    },
  ];
  for (const { address, shows } of addresses) {
    await endAt(setup, address);
    await signInAgain(setup);
    await expect(page).toHaveURL(address);
    await expect(shows.first()).toBeVisible();
  }
});

test("every page of an account is there again once its person has signed in", async ({ make, users }) => {
  test.setTimeout(LONG_TEST_MS);
  const setup = await begin(make, users);
  const { page } = setup;
  for (const route of sweep(GUARDED, 0)) {
    const address = addressOf(route, setup);
    const before = await endAt(setup, address);
    await signInAgain(setup);
    await expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toEqual(address);
    await expect.poll(async () => (await page.getByRole("heading", { level: 1 }).allInnerTexts())[0]).toEqual(before);
    await waitUntilLoaded(page);
    await expect(page.getByText("You are signed out")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "Sign in", exact: true })).toHaveCount(0);
  }
});
