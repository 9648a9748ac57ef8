import { expect, test } from "../fixtures/test.ts";
import { openPage, outgrown, sideways, SMALLEST } from "../support/overflow.ts";
import { waitUntilLoaded } from "../support/page.ts";
import { setUpRow } from "../support/row-setup.ts";
import { PAGES } from "./tables/pages.ts";
import { LONG_WORDS } from "./tables/worlds.ts";

const LONG_TEST_MS = 240_000;
const WIDTHS = [320, 390, 640];

// The words are the same in each language.
for (const row of PAGES.filter(({ options }) => options === undefined)) {
  test(`no word of 80 letters moves ${row.name} sideways`, async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const setup = await setUpRow({ ...row, world: LONG_WORDS }, make, users);
    const { page } = setup;
    const faults: string[] = [];
    const look = async (where: string): Promise<void> => {
      const found = [...(await page.evaluate(sideways)), ...(await page.evaluate(outgrown))];
      faults.push(...found.map((fault) => `${where}: ${fault}`));
    };
    for (const path of row.paths) {
      await openPage(page, setup.path(path));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await look(`${path} at ${width}`);
      }
    }
    await page.setViewportSize(SMALLEST);
    for (const { at, press, shows } of row.sheets ?? []) {
      await openPage(page, setup.path(at));
      await page.getByRole("main").or(page.getByRole("banner")).getByRole("button", { name: press }).first().click();
      const dialog = page.getByRole("dialog");
      await expect(shows?.(dialog) ?? dialog.getByRole("button").first()).toBeVisible();
      await waitUntilLoaded(page);
      await look(`${String(press)} at ${at}`);
    }
    expect(faults).toEqual([]);
  });
}
