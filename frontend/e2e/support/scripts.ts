import type { Page } from "@playwright/test";

/** Holds back the app's scripts, as on a very slow network, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/static\/app\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
