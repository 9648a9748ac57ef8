import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { buildsJob, fallsSilent, KEEPER, sings, song } from "./support/canary";
import { goes, isCovered, keepsPages, leavesAndReturns, sessionEnds, signsOut, signsOutElsewhere, takesCookies, wasRestored } from "./support/leaving";
import type { Person } from "./support/person";
import { arrivesAt, pathOf, sees } from "./support/seeing";
import { test, type Stage } from "./support/stage";

/** A customer's name, address and phone; what the provider has noted for themself. */
const PAGES = ["/provider", "/provider/schedule"];

type Known = Awaited<ReturnType<typeof buildsJob>>;
type Scene = { urs: Person; page: Page; known: Known };

async function begins(stage: Stage): Promise<Scene> {
  const urs = await stage.enters();
  // Whoever asks first after the session has ended is told so.
  urs.watch.allowAnswer(401);
  return { urs, page: urs.page, known: await buildsJob(urs) };
}

/** The provider looks at a page of theirs. */
async function looksAt({ urs, page, known }: Scene, path: string): Promise<void> {
  await urs.signsIn(KEEPER);
  await page.goto(path);
  await sings(page, known);
}

const callLink = (page: Page): Locator => page.locator('main a[href^="tel:"]');

/** Nothing of customers is on the page, and what is there leads back to it after signing in. */
async function asksToSignIn({ page, known }: Scene, path: string): Promise<void> {
  await fallsSilent(page, known);
  expect(await callLink(page).count()).toBe(0);
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
  await sees(signIn);
  expect(await signIn.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(path)}`);
}

test("signing out on another tab empties a provider's pages", async ({ stage }) => {
  const scene = await begins(stage);
  for (const path of PAGES) {
    await looksAt(scene, path);
    if (path === "/provider") expect(await callLink(scene.page).first().getAttribute("href")).toBe("tel:+41795550116");
    await signsOutElsewhere(scene.urs);
    await asksToSignIn(scene, path);
    await sees(scene.page.getByText("You are signed out"));
  }
});

test("Back after signing out shows nothing of a provider's customers", async ({ stage }) => {
  const scene = await begins(stage);
  const { page, known } = scene;
  for (const path of PAGES) {
    await looksAt(scene, path);
    await goes(page, "/profile");
    await signsOut(page);
    await page.goBack();
    await fallsSilent(page, known);
    await page.goBack();
    await arrivesAt(page, path);
    await asksToSignIn(scene, path);
  }
});

test("a provider's page whose address is opened, or that is loaded anew, after the session has ended shows nothing", async ({ stage }) => {
  const scene = await begins(stage);
  const { urs, page } = scene;
  for (const path of PAGES) {
    await looksAt(scene, path);
    await sessionEnds(urs);
    await page.reload();
    await asksToSignIn(scene, path);
    await page.goto("/help");
    await page.goto(path);
    await asksToSignIn(scene, path);
  }
});

test("a provider's page that the browser had put away whole shows nothing when it comes back", async ({ stage }) => {
  const { urs, known } = await begins(stage);
  const { browser, page, context } = await keepsPages();
  try {
    let restored = 0;
    for (const path of PAGES) {
      await urs.signsIn(KEEPER);
      await takesCookies(context, urs);
      await page.goto(path);
      await sings(page, known);
      await leavesAndReturns(page, path, () => sessionEnds(urs));
      if (!(await isCovered(page))) expect(await song(page, known)).toBeNull();
      await fallsSilent(page, known);
      expect(await isCovered(page)).toBe(false);
      expect(pathOf(page)).toBe(path);
      if (await wasRestored(page)) restored += 1;
    }
    // Not loaded anew: it is the page itself that keeps silent.
    expect(restored).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});
