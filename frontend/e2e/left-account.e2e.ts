import type { Page } from "playwright-core";
import { expect } from "vitest";

import { builds, CANARY, fallsSilent, sings, song, TYPED, type Nest } from "./support/canary";
import { goes, isCovered, keepsPages, leavesAndReturns, sessionEnds, signsOut, signsOutElsewhere, takesCookies, wasRestored } from "./support/leaving";
import { DEMO, PASSWORD, type Person } from "./support/person";
import { arrivesAt, sees } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { sweep } from "./support/sweep";

const LONG_TEST_MS = 300_000;
const NEW_PASSWORD = "laundry-demo-anew";

/** Shows nothing of the account but what is being typed. */
const SETTINGS = "/profile/settings";

/** Every page of the account that shows something of it. */
const pagesOf = ({ paid, unpaid, providerId }: Nest): string[] => [
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
  SETTINGS,
  "/notifications",
  "/recurring",
];

type Scene = { vera: Person; page: Page; nest: Nest };

async function begins(stage: Stage): Promise<Scene> {
  const vera = await stage.enters();
  // Whoever asks first after the session has ended is told so.
  vera.watch.allowAnswer(401);
  return { vera, page: vera.page, nest: await builds(vera) };
}

/** Opens a page of the account's, which shows something of it. */
async function opens(page: Page, nest: Nest, path: string): Promise<void> {
  await page.goto(path);
  if (path === SETTINGS) await page.getByLabel("Current password").fill(TYPED);
  await sings(page, nest);
}

/** Vera looks at a page of hers. */
async function looksAt({ vera, page, nest }: Scene, path: string): Promise<void> {
  await vera.signsIn(CANARY);
  await opens(page, nest, path);
}

/** Opens a page until its live connection is there. */
async function listens(page: Page, open: () => Promise<void>): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
  await open();
  await opened;
}

test("Back after signing out shows nothing of the account", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  const { page, nest } = scene;
  for (const path of sweep(pagesOf(nest), 0)) {
    await looksAt(scene, path);
    await goes(page, "/profile");
    await signsOut(page);
    await page.goBack();
    await fallsSilent(page, nest);
    await page.goBack();
    await arrivesAt(page, path);
    await fallsSilent(page, nest);
  }
});

test("a page that is loaded anew after the session has ended shows nothing of the account", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  const { vera, page, nest } = scene;
  for (const path of sweep(pagesOf(nest), 1)) {
    await looksAt(scene, path);
    await sessionEnds(vera);
    await page.reload();
    await fallsSilent(page, nest);
  }
});

test("what was asked for before is not shown again from memory", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  const { vera, page, nest } = scene;
  for (const path of sweep(pagesOf(nest), 2)) {
    await looksAt(scene, path);
    await goes(page, "/help");
    await sees(page.getByRole("heading", { level: 1, name: /help/i }));
    await signsOutElsewhere(vera);
    await page.goBack();
    await arrivesAt(page, path);
    await fallsSilent(page, nest);
  }
});

test("a session that ends empties the page without a touch", async ({ stage }) => {
  const scene = await begins(stage);
  const { vera, page, nest } = scene;
  await listens(page, () => looksAt(scene, "/profile/addresses"));
  await sessionEnds(vera);
  await fallsSilent(page, nest);
  await sees(page.getByText("You are signed out"));
});

test("a password that is changed empties the pages of the other devices, and no page of this one", async ({ stage }) => {
  const scene = await begins(stage);
  const { page, nest } = scene;
  const here = await stage.enters();
  await here.signsIn(CANARY);
  await listens(page, () => looksAt(scene, "/profile/addresses"));
  const tab = await here.context.newPage();
  await listens(tab, () => opens(tab, nest, "/profile/addresses"));
  await here.page.goto(SETTINGS);
  await here.page.getByLabel("Current password").fill(PASSWORD);
  await here.page.getByLabel("New password").fill(NEW_PASSWORD);
  const asks = tab.waitForResponse((response) => response.url().endsWith("/api/auth/session"));
  await here.page.getByRole("button", { name: "Change password" }).click();
  try {
    await fallsSilent(page, nest);
    await sees(page.getByText("You are signed out"));
    await sees(here.page.getByText("You have been signed out on your other devices."));
    await asks;
    await sees(here.page.getByLabel("Current password"));
    expect(await song(tab, nest)).not.toBeNull();
  } finally {
    await here.call("POST", "/api/profile/password", { currentPassword: NEW_PASSWORD, newPassword: PASSWORD });
  }
});

test("somebody else who signs in on the same tab finds nothing of the account", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  const { vera, page, nest } = scene;
  // An order of somebody else's is none.
  vera.watch.allowAnswer(404);
  for (const path of sweep(pagesOf(nest), 3)) {
    await looksAt(scene, path);
    await goes(page, "/profile");
    await signsOut(page);
    await page.goto(`/login?next=${encodeURIComponent(path)}`);
    await page.getByLabel("Email").fill(DEMO.customer);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await arrivesAt(page, path);
    await sees(page.getByRole("heading", { level: 1 }));
    await fallsSilent(page, nest);
  }
});

test("signing out on another tab empties every page, and leads back to it after signing in", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  const { vera, page, nest } = scene;
  for (const path of sweep(pagesOf(nest), 4)) {
    await looksAt(scene, path);
    await signsOutElsewhere(vera);
    await fallsSilent(page, nest);
    if (path === "/") continue;
    await sees(page.getByText("You are signed out"));
    expect(await page.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(`/login?next=${encodeURIComponent(path)}`);
  }
});

test("a page that the browser had put away whole shows nothing of the account when it comes back", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const { vera, nest } = await begins(stage);
  const { browser, page, context } = await keepsPages();
  try {
    const restored: string[] = [];
    for (const path of sweep(pagesOf(nest), 5)) {
      await vera.signsIn(CANARY);
      await takesCookies(context, vera);
      await opens(page, nest, path);
      await leavesAndReturns(page, path, () => sessionEnds(vera));
      if (!(await isCovered(page))) expect(await song(page, nest)).toBeNull();
      await fallsSilent(page, nest);
      expect(await isCovered(page)).toBe(false);
      if (await wasRestored(page)) restored.push(path);
    }
    // They were not loaded anew: it is the page itself that keeps silent. Which of them fits is for the browser to say.
    expect(restored.length).toBeGreaterThan(sweep(pagesOf(nest), 5).length / 2);
  } finally {
    await browser.close();
  }
});

test("a message that was just said leaves with its account", async ({ stage }) => {
  const scene = await begins(stage);
  const { vera, page, nest } = scene;
  const bruno = await stage.enters();
  await bruno.signsIn(DEMO.provider);
  await vera.signsIn(CANARY);
  await listens(page, () => page.goto("/help").then(() => undefined));
  await bruno.call("POST", `/api/orders/${nest.paid.id}/messages`, { body: "Is it Kanarienweg 7, second floor?" });
  await page.getByText("second floor").hover();
  await signsOutElsewhere(vera);
  await fallsSilent(page, nest);
});
