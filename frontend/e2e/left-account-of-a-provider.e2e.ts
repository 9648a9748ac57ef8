import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { buildsJob, fallsSilent, KEEPER, TYPED } from "./support/canary";
import { sessionEnds, signsOutElsewhere } from "./support/leaving";
import { routeOf, ROUTES } from "./support/routes";
import { sees } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { sweep } from "./support/sweep";
import { comeBackSilent, looksAt, WAYS, type Account } from "./support/ways";

const LONG_TEST_MS = 240_000;
/** Shows nothing of others, nor of what the account keeps to itself, but what is being typed. */
const SETTINGS = "/provider/settings";
/** A customer's name, address and phone; what the provider has noted for themself; where their money goes. */
const PAGES = ["/provider", "/provider/schedule", "/provider/messages", "/provider/earnings", SETTINGS];

async function begins(stage: Stage): Promise<Account & { page: Page }> {
  const urs = await stage.enters();
  // Whoever asks first after the session has ended is told so.
  urs.watch.allowAnswer(401);
  const fills = async (page: Page, path: string): Promise<void> => {
    if (path === SETTINGS) await page.getByRole("textbox", { name: "About you" }).fill(TYPED);
  };
  return { person: urs, email: KEEPER, page: urs.page, known: await buildsJob(urs), pages: PAGES, fills };
}

const callLink = (page: Page): Locator => page.locator('main a[href^="tel:"]');

test("no page of the workspace is left out", () => {
  const workspace = ROUTES.filter((route) => /^\/provider(\/|$)/.test(route) && route !== "/provider/apply");
  expect(PAGES.map(routeOf).sort()).toEqual(workspace.sort());
});

for (const [turn, { name, leaves }] of WAYS.entries()) {
  test(`${name} shows nothing of a provider's`, { timeout: LONG_TEST_MS }, async ({ stage }) => {
    const scene = await begins(stage);
    for (const path of sweep(PAGES, turn)) await leaves(scene, path);
  });
}

test("a provider's page that the browser had put away whole shows nothing when it comes back", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  await comeBackSilent(await begins(stage), sweep(PAGES, WAYS.length));
});

test("a customer's address and phone leave the workspace with the account, and its address leads back to it", async ({ stage }) => {
  const scene = await begins(stage);
  const { page, person, known } = scene;
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
  const asksToSignIn = async (): Promise<void> => {
    await fallsSilent(page, known);
    expect(await callLink(page).count()).toBe(0);
    await sees(signIn);
    expect(await signIn.getAttribute("href")).toBe(`/login?next=${encodeURIComponent("/provider")}`);
  };
  await looksAt(scene, "/provider");
  expect(await callLink(page).first().getAttribute("href")).toBe("tel:+41795550116");
  await signsOutElsewhere(person);
  await asksToSignIn();

  await looksAt(scene, "/provider");
  await sessionEnds(person);
  await page.goto("/help");
  await page.goto("/provider");
  await asksToSignIn();
});
