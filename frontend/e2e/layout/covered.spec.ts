import { expect, test } from "../fixtures/test.ts";
import {
  covered,
  expectNoOverflow,
  expectSheetsFit,
  faultsOfToast,
  openPage,
  outgrown,
  SMALLEST,
} from "../support/overflow.ts";
import { toast } from "../support/page.ts";
import { routeOf, ROUTES } from "../support/routes.ts";
import { setUpRow } from "../support/row-setup.ts";
import { LANGUAGES, LONG_ADDRESS, PAGES } from "./tables/pages.ts";

const LONG_TEST_MS = 240_000;
/** Their tokens are random, so they cannot be listed here. */
const OF_MAILS = ["/pay/:token", "/skip/:token"];

test("no route is left out", () => {
  const looked = [...PAGES.flatMap(({ paths }) => paths).map(routeOf), ...OF_MAILS];
  expect(ROUTES.filter((route) => !looked.includes(route))).toEqual([]);
});

for (const row of PAGES) {
  test(`no control of ${row.name} lies under anything, and no word breaks`, async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const setup = await setUpRow(row, make, users);
    const links = (await row.links?.(setup)) ?? [];
    await expectNoOverflow(setup.page, [...links, ...row.paths.map((path) => setup.path(path))], row.windows);
    const sheets = row.sheets ?? [];
    await expectSheetsFit(
      setup.page,
      sheets.map((sheet) => ({ ...sheet, at: setup.path(sheet.at) })),
    );
  });
}

for (const { locale, remove, removed } of LANGUAGES) {
  // The action is beside the text if there is room, else below.
  test(`in ${locale}, too, the smallest phone has room for what can be taken back`, async ({ make, users }) => {
    const setting = { who: "alice", world: LONG_ADDRESS, options: { locale, viewport: SMALLEST } };
    const { page } = await setUpRow(setting, make, users);
    await openPage(page, "/profile/addresses");
    await page.getByRole("button", { name: remove }).click();
    await expect(toast(page, removed)).toBeVisible();
    expect(await faultsOfToast(page)).toEqual([]);
  });
}

test("what sticks out of its box is found", async ({ users }) => {
  const { page } = await users.visitor();
  await openPage(page, "/help");
  await expect.poll(() => page.evaluate(outgrown)).toEqual([]);

  await page.evaluate(() => {
    const box = document.createElement("p");
    box.style.cssText = "width: 20px; white-space: nowrap";
    box.textContent = "Longer than that";
    document.querySelector("main")?.append(box);
  });
  await expect.poll(() => page.evaluate(outgrown)).toEqual(['"Longer than that" sticks out']);
});

test("what lies over a control is found", async ({ users }) => {
  const { page } = await users.visitor();
  await openPage(page, "/login");
  await expect.poll(() => page.evaluate(covered, "body")).toEqual([]);

  await page.evaluate(() => {
    const over = document.createElement("aside");
    over.style.cssText = "position: fixed; inset: 0";
    document.body.append(over);
  });
  await expect.poll(() => page.evaluate(covered, "body")).toContain('a "Continue as guest" lies under aside ""');
});

test("a desktop has the four links in its header, a phone at its foot", async ({ users }) => {
  const { page } = await users.visitor();
  await openPage(page, "/help");
  const navigation = page.getByRole("navigation", { name: "Main" });

  await page.setViewportSize({ width: 767, height: 1024 });
  await expect(navigation).toHaveCount(1);
  expect((await navigation.boundingBox())?.y).toBeGreaterThan(900);

  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(navigation).toHaveCount(1);
  expect((await navigation.boundingBox())?.y).toBeLessThan(64);
  await navigation.getByRole("link", { name: "Track" }).click();
  await expect(navigation.locator("[aria-current=page]", { hasText: "Track" }).first()).toBeVisible();
});
