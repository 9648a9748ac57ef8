import type { Page } from "playwright-core";

import { Gateway } from "./gateway";
import type { Person } from "./person";
import { becomes } from "./seeing";
import type { Stage } from "./stage";

/** Waits until the service worker keeps everything and stands between this page and the server. */
export async function isKept(page: Page): Promise<void> {
  await becomes(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null), "activated");
}

/** Has the service worker keep the app, as the app does once it has been quiet for a while. */
export async function installs({ page }: Person): Promise<void> {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  });
  await isKept(page);
}

/** Somebody who has been here before; their way to the server leads through a gateway, which opens a connection for each of the app's files. */
export async function returns(stage: Stage, baseUrl: string, act: (person: Person, gateway: Gateway) => Promise<void>): Promise<void> {
  const gateway = await Gateway.to(baseUrl);
  const person = await stage.enters({ baseURL: gateway.address, serviceWorkers: "allow" });
  try {
    await installs(person);
    await act(person, gateway);
  } finally {
    // What the page still asks for must not find the gateway gone.
    await person.context.close();
    gateway.close();
  }
}

/** The paths of everything that the service worker keeps. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** What it keeps beside the app's files. */
export async function keptPages(page: Page): Promise<string[]> {
  return (await kept(page)).filter((path) => !path.startsWith("/static/app/"));
}

export async function keptScripts(page: Page): Promise<string[]> {
  return (await kept(page)).filter((path) => path.endsWith(".js"));
}
