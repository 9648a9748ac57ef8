import type { Locator, Page } from "@playwright/test";

import { DEMO, PASSWORD, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";

const chip = (page: Page, name: string): Locator => page.getByRole("group", { name: "Filters" }).getByRole("button", { name });
const heart = (page: Page, name: string): Locator => page.getByRole("button", { name: `Favourite: ${name}` }).first();
const names = (page: Page): Promise<string[]> => page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();

async function expectPressed(what: Locator, pressed = true): Promise<void> {
  await expect(what).toHaveAttribute("aria-pressed", String(pressed));
}

test("filters stand in the address: a reload, the way to a provider and Back keep them", async ({ users }) => {
  const { page } = await users.visitor();
  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  await expect(page.getByText(/^\d+ providers? found$/).first()).toBeVisible();
  const everybody = (await names(page)).length;

  await chip(page, "Eco-friendly").click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Best rated");

  await expect(page).toHaveURL("/?show=all&eco=1&sort=rated");
  await expect.poll(async () => (await names(page)).length < everybody).toBe(true);
  const found = await names(page);
  await page.reload();
  await expectPressed(chip(page, "Eco-friendly"));
  await expect.poll(() => names(page)).toEqual(found);

  await page.getByRole("article").getByRole("link", { name: found[0] ?? "", exact: true }).click();
  await expect(page).toHaveURL(/\/providers\//);
  await page.goBack();

  await expectPressed(chip(page, "Eco-friendly"));
  await expect(page).toHaveURL("/?show=all&eco=1&sort=rated");
  await expect.poll(() => names(page)).toEqual(found);
});

test("where nobody fits the page says what to leave out, and looks right", async ({ users }) => {
  const { page } = await users.visitor();
  await page.goto("/?show=all&eco=1&rating=4.5&service=premium");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectAccessible(page);

  await page.goto("/?eco=1&q=luca");
  await expect(page.getByText("No providers found").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Without “Eco-friendly”/ }).click();

  await expect(page.getByRole("heading", { name: "Luca B." }).first()).toBeVisible();
});

/** Keeps no favourite, so that every run begins alike. */
async function forget(person: Person): Promise<void> {
  const kept = await person.call<{ providerId: string }[]>("GET", "/api/favourites");
  for (const { providerId } of kept) await person.call("DELETE", `/api/favourites/${providerId}`);
}

async function signInOnScreen(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(DEMO.customer);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In with Email" }).click();
  await expect(page).toHaveURL("/");
}

test("a visitor's favourite goes into the account at sign-in, stands first on every tab, and leaves with the account", async ({ users }) => {
  const before = await users.visitor();
  await before.signIn(DEMO.customer);
  await forget(before);
  const alice = await users.visitor();
  const { page } = alice;
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  const last = (await names(page)).at(-1) ?? "";
  await heart(page, last).click();
  await expectPressed(heart(page, last));

  await signInOnScreen(page);

  await expect.poll(async () => (await alice.call<unknown[]>("GET", "/api/favourites")).length).toBe(1);
  await expect.poll(async () => (await names(page))[0]).toEqual(last);
  await expectPressed(heart(page, last));

  const tab = await alice.context.newPage();
  await tab.goto("/booking");
  const favourites = tab.getByRole("region", { name: "Your favourites" });
  await expect(favourites.getByRole("heading", { name: last }).first()).toBeVisible();
  await heart(tab, last).click();
  await expectPressed(heart(page, last), false);
  await heart(tab, last).click();
  await expectPressed(heart(page, last));

  await tab.goto("/profile");
  await tab.getByRole("button", { name: "Sign Out" }).click();
  await expectPressed(heart(page, last), false);
  await expect(tab.getByRole("article").first()).toBeVisible();
  await expectPressed(heart(tab, last), false);
  await forget(before);
});
