import type { Locator, Page } from "@playwright/test";

import type { Factory } from "../fixtures/factory.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { expectNothingShown, makeJob, TYPED } from "../support/leak-check.ts";
import { routeOf, ROUTES } from "../support/routes.ts";
import { endSession, signOutInAnotherTab } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";
import { type Account, expectNothingFromPageCache, openAs, WAYS } from "../support/ways-out.ts";

const LONG_TEST_MS = 240_000;
/** Shows only the provider's own input. */
const SETTINGS = "/provider/settings";
/** These show a customer's name, address and phone, the provider's own notes, and the payout account. */
const PAGES = ["/provider", "/provider/schedule", "/provider/messages", "/provider/earnings", SETTINGS];

async function begin(make: Factory["make"], users: Users): Promise<Account & { page: Page }> {
  const { known, salon, chiara } = await makeJob(make);
  const bruno = await users.visitor();
  // The first request after the end of the session gets a 401.
  bruno.pageErrors.allowResponse(401);
  const fillIn = async (page: Page, path: string): Promise<void> => {
    if (path === SETTINGS) await page.getByRole("textbox", { name: "About you" }).fill(TYPED);
  };
  return {
    person: bruno,
    email: salon.email,
    strangerEmail: chiara.email,
    page: bruno.page,
    known,
    pages: PAGES,
    fills: fillIn,
  };
}

const callLink = (page: Page): Locator => page.locator('main a[href^="tel:"]');

test("no page of the workspace is left out", () => {
  const workspace = ROUTES.filter((route) => /^\/provider(\/|$)/.test(route) && route !== "/provider/apply");
  expect(PAGES.map(routeOf).sort()).toEqual(workspace.sort());
});

for (const [turn, { name, leaves }] of WAYS.entries()) {
  test(`${name} shows nothing of a provider's`, async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const setup = await begin(make, users);
    for (const path of sweep(PAGES, turn)) await leaves(setup, path);
  });
}

test("a provider's page that the browser had put away whole shows nothing when it comes back", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  await expectNothingFromPageCache(await begin(make, users), sweep(PAGES, WAYS.length));
});

test("a customer's address and phone leave the workspace with the account, and its address leads back to it", async ({
  make,
  users,
}) => {
  const setup = await begin(make, users);
  const { page, person, known } = setup;
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
  const askToSignIn = async (): Promise<void> => {
    await expectNothingShown(page, known);
    await expect(callLink(page)).toHaveCount(0);
    await expect(signIn).toBeVisible();
    await expect(signIn).toHaveAttribute("href", `/login?next=${encodeURIComponent("/provider")}`);
  };
  await openAs(setup, "/provider");
  await expect(callLink(page).first()).toHaveAttribute("href", "tel:+41795550116");
  await signOutInAnotherTab(person);
  await askToSignIn();

  await openAs(setup, "/provider");
  await endSession(person);
  await page.goto("/help");
  await page.goto("/provider");
  await askToSignIn();
});
