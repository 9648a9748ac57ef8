import type { Page } from "@playwright/test";

import type { MadeUser } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { waitUntilLoaded } from "./page.ts";
import { navigate } from "./sign-out.ts";
import { installApp } from "./workers.ts";

/** Somebody who is signed in, and whose browser caches the app. */
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
