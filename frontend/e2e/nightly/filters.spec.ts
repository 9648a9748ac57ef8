import type { Locator, Page } from "@playwright/test";

import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";

const chip = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Filters" }).getByRole("button", { name });
const heart = (page: Page, name: string): Locator => page.getByRole("button", { name: `Favorite: ${name}` }).first();
const names = (page: Page): Promise<string[]> =>
  page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();

async function expectPressed(what: Locator, pressed = true): Promise<void> {
  await expect(what).toHaveAttribute("aria-pressed", String(pressed));
}

// A name that no demo provider has.
const TILDA = "Tilda M.";
const GRETA = "Greta M.";
const PIA = "Pia M.";
const own = async (page: Page): Promise<string[]> =>
  (await names(page)).filter((name) => [TILDA, GRETA, PIA].includes(name));

test("filters stand in the address: a reload, the way to a provider and Back keep them", async ({ make, users }) => {
  // Of the two eco-friendly ones the better rated is farther away.
  await make({
    users: [
      { ref: "alice" },
      { ref: "tilda", firstName: "Tilda" },
      { ref: "greta", firstName: "Greta" },
      { ref: "pia", firstName: "Pia" },
    ],
    providers: [
      { ref: "far", user: "tilda", specialties: ["Eco wash"], postalCodes: ["8004"] },
      { ref: "near", user: "greta", specialties: ["Eco wash"] },
      { ref: "usual", user: "pia", specialties: ["Ironing"] },
    ],
    orders: [
      {
        ref: "well",
        customer: "alice",
        provider: "far",
        status: "completed",
        pickup: { days: -3, time: "10:00" },
        review: { rating: 5 },
      },
      {
        ref: "badly",
        customer: "alice",
        provider: "near",
        status: "completed",
        pickup: { days: -3, time: "10:00" },
        review: { rating: 2 },
      },
    ],
  });
  const { page } = await users.visitor();
  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  await expect(page.getByText(/^\d+ providers? found$/).first()).toBeVisible();
  await expect.poll(() => own(page)).toEqual([GRETA, PIA, TILDA]);

  await chip(page, "Eco-friendly").click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Best rated");

  await expect(page).toHaveURL("/?show=all&eco=1&sort=rated");
  await expect.poll(() => own(page)).toEqual([TILDA, GRETA]);
  const found = await names(page);
  await page.reload();
  await expectPressed(chip(page, "Eco-friendly"));
  await expect.poll(() => names(page)).toEqual(found);

  await page.getByRole("article").getByRole("link", { name: TILDA, exact: true }).click();
  await expect(page).toHaveURL(/\/providers\//);
  await page.goBack();

  await expectPressed(chip(page, "Eco-friendly"));
  await expect(page).toHaveURL("/?show=all&eco=1&sort=rated");
  await expect.poll(() => names(page)).toEqual(found);
});

test("where nobody fits the page says what to leave out, and looks right", async ({ make, users }) => {
  await make({
    users: [{ ref: "alice" }, { ref: "tilda", firstName: "Tilda" }, { ref: "pia", firstName: "Pia" }],
    providers: [
      { ref: "green", user: "tilda", specialties: ["Eco wash"] },
      { ref: "usual", user: "pia", specialties: ["Ironing"] },
    ],
    orders: [
      {
        ref: "well",
        customer: "alice",
        provider: "green",
        status: "completed",
        pickup: { days: -3, time: "10:00" },
        review: { rating: 5 },
      },
    ],
  });
  const { page } = await users.visitor();
  await page.goto("/?show=all&eco=1&rating=4.5&service=premium");
  await expect(page.getByRole("article").filter({ hasText: TILDA })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/?eco=1&q=pia");
  await expect(page.getByText("No providers found").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Without “Eco-friendly”/ }).click();

  await expect(page.getByRole("heading", { name: PIA })).toBeVisible();
});

async function signInOnScreen(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In with Email" }).click();
  await expect(page).toHaveURL("/");
}

test("a visitor's favorite goes into the account at sign-in, stands first on every tab, and leaves with the account", async ({
  make,
  users,
}) => {
  const { users: made } = await make({
    users: [{ ref: "alice" }, { ref: "greta", firstName: "Greta" }, { ref: "tilda", firstName: "Tilda" }],
    // Tilda comes after Greta, who serves the locality itself.
    providers: [
      { ref: "near", user: "greta" },
      { ref: "far", user: "tilda", postalCodes: ["8004"] },
    ],
  });
  const alice = await users.visitor();
  const { page } = alice;
  await page.goto("/");
  await expect.poll(() => own(page)).toEqual([GRETA, TILDA]);
  await heart(page, TILDA).click();
  await expectPressed(heart(page, TILDA));

  await signInOnScreen(page, made.alice.email);

  await expect.poll(async () => (await alice.call<unknown[]>("GET", "/api/favourites")).length).toBe(1);
  await expect.poll(async () => (await names(page))[0]).toEqual(TILDA);
  await expectPressed(heart(page, TILDA));

  const tab = await alice.context.newPage();
  await tab.goto("/booking");
  const favourites = tab.getByRole("region", { name: "Your favorites" });
  await expect(favourites.getByRole("heading", { name: TILDA }).first()).toBeVisible();
  await heart(tab, TILDA).click();
  await expectPressed(heart(page, TILDA), false);
  await heart(tab, TILDA).click();
  await expectPressed(heart(page, TILDA));

  await tab.goto("/profile");
  await tab.getByRole("button", { name: "Sign Out" }).click();
  await expectPressed(heart(page, TILDA), false);
  await expect(tab.getByRole("article").first()).toBeVisible();
  await expectPressed(heart(tab, TILDA), false);
});
