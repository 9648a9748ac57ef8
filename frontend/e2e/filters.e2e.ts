import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { looksRight } from "./support/looks";
import { DEMO, PASSWORD, type Person } from "./support/person";
import { arrivesAt, becomes, pathOf, sees } from "./support/seeing";
import { test } from "./support/stage";

const chip = (page: Page, name: string): Locator => page.getByRole("group", { name: "Filters" }).getByRole("button", { name });
const heart = (page: Page, name: string): Locator => page.getByRole("button", { name: `Favourite: ${name}` }).first();
const names = (page: Page): Promise<string[]> => page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();

async function isPressed(what: Locator, pressed = true): Promise<void> {
  await becomes(() => what.getAttribute("aria-pressed"), String(pressed));
}

test("filters stand in the address: a reload, the way to a provider and Back keep them", async ({ stage }) => {
  const { page } = await stage.enters();
  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  await sees(page.getByText(/^\d+ providers? found$/));
  const everybody = (await names(page)).length;

  await chip(page, "Eco-friendly").click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Best rated");

  await arrivesAt(page, "/?show=all&eco=1&sort=rated");
  await becomes(async () => (await names(page)).length < everybody, true);
  const found = await names(page);
  await page.reload();
  await isPressed(chip(page, "Eco-friendly"));
  expect(await names(page)).toEqual(found);

  await page.getByRole("article").getByRole("link", { name: found[0] ?? "", exact: true }).click();
  await arrivesAt(page, /^\/providers\//);
  await page.goBack();

  await isPressed(chip(page, "Eco-friendly"));
  expect(pathOf(page)).toBe("/?show=all&eco=1&sort=rated");
  await becomes(() => names(page), found);
});

test("where nobody fits the page says what to leave out, and looks right", async ({ stage }) => {
  const { page } = await stage.enters();
  await page.goto("/?show=all&eco=1&rating=4.5&service=premium");
  await sees(page.getByRole("article"));
  await looksRight(page);

  await page.goto("/?eco=1&q=luca");
  await sees(page.getByText("No providers found"));
  await looksRight(page);
  await page.getByRole("button", { name: /^Without “Eco-friendly”/ }).click();

  await sees(page.getByRole("heading", { name: "Luca B." }));
});

/** Keeps no favourite, so that every run begins alike. */
async function forgets(person: Person): Promise<void> {
  const kept = await person.call<{ providerId: string }[]>("GET", "/api/favourites");
  for (const { providerId } of kept) await person.call("DELETE", `/api/favourites/${providerId}`);
}

async function signsInOnScreen(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(DEMO.customer);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In with Email" }).click();
  await arrivesAt(page, "/");
}

test("a visitor's favourite goes into the account at sign-in, stands first on every tab, and leaves with the account", async ({ stage }) => {
  const before = await stage.enters();
  await before.signsIn(DEMO.customer);
  await forgets(before);
  const alice = await stage.enters();
  const { page } = alice;
  await page.goto("/");
  await sees(page.getByRole("article"));
  const last = (await names(page)).at(-1) ?? "";
  await heart(page, last).click();
  await isPressed(heart(page, last));

  await signsInOnScreen(page);

  await becomes(async () => (await alice.call<unknown[]>("GET", "/api/favourites")).length, 1);
  await becomes(async () => (await names(page))[0], last);
  await isPressed(heart(page, last));

  const tab = await alice.context.newPage();
  await tab.goto("/booking");
  const favourites = tab.getByRole("region", { name: "Your favourites" });
  await sees(favourites.getByRole("heading", { name: last }));
  await heart(tab, last).click();
  await isPressed(heart(page, last), false);
  await heart(tab, last).click();
  await isPressed(heart(page, last));

  await tab.goto("/profile");
  await tab.getByRole("button", { name: "Sign Out" }).click();
  await isPressed(heart(page, last), false);
  await sees(tab.getByRole("article"));
  await isPressed(heart(tab, last), false);
  await forgets(before);
});
