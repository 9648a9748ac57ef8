import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 600_000;
/** By then the page says what it lacks. */
const SAID_WITHIN_MS = 10_000;
const TYPED = "alice";

/** Pages with a field that can be typed into before the app's script has arrived. */
const PAGES: readonly { path: string; field: (page: Page) => Locator }[] = [
  { path: "/", field: (page) => page.getByRole("textbox", { name: "Search service providers" }) },
  { path: "/login", field: (page) => page.getByLabel("Email") },
  { path: "/register", field: (page) => page.getByLabel("Last Name") },
];

/** The files that a prerendered page asks for once it is on screen. */
async function filesOf(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  return ["app", "modules", "styles", "texts"].flatMap((kind) => {
    const [, files = ""] = new RegExp(`data-${kind}="([^"]*)"`).exec(html) ?? [];
    return files.split(" ").filter((file) => file !== "");
  });
}

const notice = (page: Page): Locator =>
  page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Try again" }) });
const alive = (page: Page): Locator => page.locator("#root:not([data-prerendered]) main:not([aria-busy])");

/** Opens a page, and loses one of its files, as often as it is asked for or once, when something is typed. */
async function loseFile(page: Page, path: string, field: Locator, file: string, times?: number): Promise<void> {
  let lose = (): void => undefined;
  const isTyped = new Promise<void>((done) => (lose = done));
  await page.route(
    ({ pathname }) => pathname === file,
    async (route) => {
      await isTyped;
      await route.abort("connectionreset");
    },
    times === undefined ? {} : { times },
  );
  await page.goto(path, { waitUntil: "commit" });
  await field.fill(TYPED);
  lose();
}

for (const { path, field } of PAGES) {
  test(`whichever file ${path} lacks for good, it says so, and keeps what was typed`, async ({ users }) => {
    test.setTimeout(LONG_TEST_MS);
    const { page, pageErrors } = await users.visitor();
    pageErrors.lacksChunks = true;
    const files = await filesOf(page, path);
    expect(files.length).toBeGreaterThan(3);
    for (const file of sweep(files, 0)) {
      await test.step(file, async () => {
        await loseFile(page, path, field(page), file);
        await expect(notice(page)).toBeVisible({ timeout: SAID_WITHIN_MS });
        await expect(field(page)).toHaveValue(TYPED);

        await page.unrouteAll();
        await notice(page).getByRole("button", { name: "Try again" }).click();
        await alive(page).waitFor();
        await expect(notice(page)).toHaveCount(0);
      });
    }
  });

  test(`whichever file ${path} lacks once, it is alive or says so, and keeps what was typed`, async ({ users }) => {
    test.setTimeout(LONG_TEST_MS);
    const { page, pageErrors } = await users.visitor();
    pageErrors.lacksChunks = true;
    for (const file of sweep(await filesOf(page, path), 1)) {
      await test.step(file, async () => {
        await loseFile(page, path, field(page), file, 1);
        await expect(notice(page).or(alive(page)).first()).toBeVisible({ timeout: SAID_WITHIN_MS });
        await expect(field(page)).toHaveValue(TYPED);
        await page.unrouteAll();
      });
    }
  });
}
