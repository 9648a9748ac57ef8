import type { Page } from "@playwright/test";

import type { MadeUser } from "../fixtures/factory.ts";
import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import type { Network } from "../fixtures/network.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";

/** Waits until the service worker caches everything and stands between this page and the server. */
export async function expectController(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null)).toBe("activated");
}

/** The browser caches the whole app from now on, as it does by itself once the app has been open for a while. */
export async function installApp({ page }: Person): Promise<void> {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    // The worker fetches every file of the app first. How long that takes is up to the machine: the test's own time is the bound.
    await navigator.serviceWorker.ready;
  });
  await expectController(page);
}

/** Somebody who has been here before, signed in with the account if there is one, and the proxy on their way to the server. */
export async function returningVisitor(
  users: Users,
  network: Network,
  account?: MadeUser,
): Promise<[Person, FaultProxy]> {
  const proxy = await network.faultProxy();
  const options = { baseURL: proxy.address, serviceWorkers: "allow" } as const;
  const person = account === undefined ? await users.visitor(options) : await users.signedIn(account, options);
  await installApp(person);
  return [person, proxy];
}

/** The paths of everything that the service worker caches. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** What it caches beside the app's files. */
export async function cachedPages(page: Page): Promise<string[]> {
  return (await cachedPaths(page)).filter((path) => !path.startsWith("/static/app/"));
}

export async function cachedScripts(page: Page): Promise<string[]> {
  return (await cachedPaths(page)).filter((path) => path.endsWith(".js"));
}
