import type { Page } from "@playwright/test";

import type { MadeUser } from "../fixtures/factory.ts";
import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import type { Network } from "../fixtures/network.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";

/** Waits until the service worker has precached everything and controls this page. */
export async function expectController(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null)).toBe("activated");
}

/** Installs the service worker, as the app does by itself after a while. */
export async function installApp({ page }: Person): Promise<void> {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    // Precaching takes as long as the machine needs, so only the test's own timeout applies.
    await navigator.serviceWorker.ready;
  });
  await expectController(page);
}

/** A returning visitor (signed in if there is an account), with a fault proxy to the server. */
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

/** The paths of everything in the service worker's caches. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** Cached pages, beside the app's files. */
export async function cachedPages(page: Page): Promise<string[]> {
  return (await cachedPaths(page)).filter((path) => !path.startsWith("/static/app/"));
}

export async function cachedScripts(page: Page): Promise<string[]> {
  return (await cachedPaths(page)).filter((path) => path.endsWith(".js"));
}
