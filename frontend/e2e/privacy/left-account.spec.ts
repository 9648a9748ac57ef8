import type { Page } from "@playwright/test";

import type { Factory } from "../fixtures/factory.ts";
import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import {
  expectNothingShown,
  expectShown,
  findLeak,
  type LeakFixture,
  makeOwner,
  TYPED,
} from "../support/leak-check.ts";
import { liveConnection } from "../support/live-events.ts";
import { isGuarded, routeOf, ROUTES } from "../support/routes.ts";
import { endSession, signOutInAnotherTab } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";
import { type Account, expectNothingFromPageCache, openAs, WAYS } from "../support/ways-out.ts";

const LONG_TEST_MS = 300_000;
const NEW_PASSWORD = "laundry-demo-anew";

/** Show only the account's own input. */
const SETTINGS = "/profile/settings";
const CARE = "/profile/care";
const SUPPORT = "/support";

/** Every page that shows private data of the account. */
const pagesOf = ({ paid, unpaid, providerId }: Pick<LeakFixture, "paid" | "unpaid" | "providerId">): string[] => [
  "/",
  `/booking?providerId=${providerId}`,
  `/checkout/${unpaid.id}`,
  "/tracking",
  `/tracking/${paid.id}`,
  "/history",
  "/profile",
  "/profile/edit",
  "/profile/addresses",
  "/profile/payment-methods",
  CARE,
  SETTINGS,
  "/notifications",
  "/recurring",
  "/provider/apply?step=1",
  SUPPORT,
];
/** Shows no personal data. */
const NAMELESS = ["/account/privacy", "/profile/security"];
/** Pages of a provider, tested in left-account-of-a-provider. */
const OF_A_PROVIDER = /^\/provider(\/(schedule|messages|earnings|settings))?$/;

type Setup = Account & { page: Page; fixture: LeakFixture };

async function fillIn(page: Page, path: string): Promise<void> {
  if (path === SETTINGS) await page.getByLabel("Current password").fill(TYPED);
  if (path === CARE) await page.getByLabel("Allergies").fill(TYPED);
  // The address is in the summary, which opens.
  if (path.startsWith("/checkout/")) await page.getByRole("button", { name: /^Order summary/ }).click();
  if (path !== SUPPORT) return;
  // Text typed before the session is known belongs to no account, and stays.
  await expect.poll(async () => (await page.getByRole("textbox", { name: "Email" }).inputValue()) !== "").toBe(true);
  await page.getByRole("textbox", { name: "Message" }).fill(TYPED);
}

async function begin(make: Factory["make"], users: Users): Promise<Setup> {
  const fixture = await makeOwner(make);
  const vera = await users.visitor();
  // The first request after the end of the session gets a 401, and another account's order is not found.
  vera.pageErrors.allowResponse(401);
  vera.pageErrors.allowResponse(404);
  const { email, chiara } = fixture;
  return {
    person: vera,
    email,
    strangerEmail: chiara.email,
    page: vera.page,
    fixture,
    known: fixture,
    pages: pagesOf(fixture),
    fills: fillIn,
  };
}

/** Opens a page, and waits for its live connection. */
async function openWithLiveConnection(page: Page, open: () => Promise<void>): Promise<void> {
  const opened = liveConnection(page);
  await open();
  await opened;
}

test("no page of an account is left out", () => {
  const order = { id: "x" };
  const looked = pagesOf({ paid: order, unpaid: order, providerId: "x" }).map(routeOf);
  const guarded = ROUTES.filter(isGuarded);
  expect(
    guarded.filter((route) => !looked.includes(route) && !NAMELESS.includes(route) && !OF_A_PROVIDER.test(route)),
  ).toEqual([]);
});

for (const [turn, { name, leaves }] of WAYS.entries()) {
  test(`${name} shows nothing of the account`, async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const setup = await begin(make, users);
    for (const path of sweep(setup.pages, turn)) await leaves(setup, path);
  });
}

test("a page that the browser had put away whole shows nothing of the account when it comes back", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const setup = await begin(make, users);
  await expectNothingFromPageCache(setup, sweep(setup.pages, WAYS.length));
});

test("a session that ends empties the page without a touch", async ({ make, users }) => {
  const setup = await begin(make, users);
  const { person: vera, page, fixture } = setup;
  await openWithLiveConnection(page, () => openAs(setup, "/profile/addresses"));
  await endSession(vera);
  await expectNothingShown(page, fixture);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
});

test("a password that is changed empties the pages of the other devices, and no page of this one", async ({
  make,
  users,
}) => {
  const setup = await begin(make, users);
  const { page, fixture, email } = setup;
  const here = await users.visitor();
  await here.signIn(email);
  await openWithLiveConnection(page, () => openAs(setup, "/profile/addresses"));
  const tab = await here.context.newPage();
  await openWithLiveConnection(tab, async () => {
    await tab.goto("/profile/addresses");
    await expectShown(tab, fixture);
  });
  await here.page.goto(SETTINGS);
  await here.page.getByLabel("Current password").fill(PASSWORD);
  await here.page.getByLabel("New password").fill(NEW_PASSWORD);
  const asks = tab.waitForResponse((response) => response.url().endsWith("/api/auth/session"));
  await here.page.getByRole("button", { name: "Change password" }).click();
  // The server hashes two passwords first, which takes seconds on a busy machine.
  await expect(here.page.getByText("You have been signed out on your other devices.").first()).toBeVisible();
  await expectNothingShown(page, fixture);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
  await asks;
  await expect(here.page.getByLabel("Current password")).toBeVisible();
  await expect.poll(() => findLeak(tab, fixture)).not.toBeNull();
});

test("a message that was just said leaves with its account", async ({ make, users }) => {
  const setup = await begin(make, users);
  const { person: vera, page, fixture, email } = setup;
  const bruno = await users.signedIn(fixture.salon);
  await vera.signIn(email);
  await openWithLiveConnection(page, () => page.goto("/help").then(() => undefined));
  await bruno.call("POST", `/api/orders/${fixture.paid.id}/messages`, { body: "Is it Kanarienweg 7, second floor?" });
  await page.getByText("second floor").hover();
  await signOutInAnotherTab(vera);
  await expectNothingShown(page, fixture);
});
