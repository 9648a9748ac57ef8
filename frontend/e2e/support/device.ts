import type { Page } from "@playwright/test";

import type { MadeUser } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { waitUntilLoaded } from "./page.ts";
import { navigate } from "./sign-out.ts";
import { expectController } from "./workers.ts";

/** The browser keeps the whole app from now on, as it does by itself once the app has been open for a while. */
export async function installApp({ page }: Person): Promise<void> {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    // The worker fetches every file of the app first. How long that takes is up to the machine: the test's own time is the bound.
    await navigator.serviceWorker.ready;
  });
  await expectController(page);
}

/** Somebody who is signed in, and whose browser keeps the app. */
export async function returningUser(users: Users, made: MadeUser): Promise<Person> {
  const person = await users.signedIn(made, { serviceWorkers: "allow" });
  await installApp(person);
  return person;
}

/** Looks at pages of the app one after the other, each until it shows what it is about. */
export async function lookAt(page: Page, pages: Record<string, string | RegExp>): Promise<void> {
  for (const [path, text] of Object.entries(pages)) {
    await navigate(page, path);
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
    await waitUntilLoaded(page);
  }
}
