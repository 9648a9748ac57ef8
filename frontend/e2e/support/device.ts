import type { Page } from "@playwright/test";

import type { MadeUser } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { waitUntilLoaded } from "./page.ts";
import { navigate } from "./sign-out.ts";
import { installApp } from "./workers.ts";

/** A signed-in user whose browser has cached the app. */
export async function returningUser(users: Users, made: MadeUser): Promise<Person> {
  const person = await users.signedIn(made, { serviceWorkers: "allow" });
  await installApp(person);
  return person;
}

/** Visits pages within the app, each until its text is shown. */
export async function lookAt(page: Page, pages: Record<string, string | RegExp>): Promise<void> {
  for (const [path, text] of Object.entries(pages)) {
    await navigate(page, path);
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
    await waitUntilLoaded(page);
  }
}
