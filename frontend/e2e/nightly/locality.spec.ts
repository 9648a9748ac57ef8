import type { Locator, Page } from "@playwright/test";

import type { World } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { interceptFirst } from "../support/requests.ts";

type Locality = { postalCode: string; city: string };
// A name that no demo provider has.
const THERE = "Zibelewösch";
const IN_ZURICH = "Böögg Textil";
const MARKET_PLACE_OF_LUCERNE = { latitude: 47.05162, longitude: 8.30729 };
const PARIS = { latitude: 48.85661, longitude: 2.35222 };

const localityButton = (page: Page): Locator => page.getByRole("button", { name: /^Place: / });
const sheetOf = (page: Page): Locator => page.getByRole("dialog", { name: "Where do you need laundry?" });

async function openSheet(page: Page): Promise<Locator> {
  await localityButton(page).click();
  const sheet = sheetOf(page);
  await expect(sheet.first()).toBeVisible();
  return sheet;
}

/** The sheet has closed, the header shows the locality, and the focus is restored. */
async function expectLocality(page: Page, locality: string): Promise<void> {
  await expect(sheetOf(page).first()).toBeHidden();
  await expect(page.getByRole("button", { name: `Place: ${locality}`, exact: true }).first()).toBeVisible();
  await expect(localityButton(page)).toBeFocused();
}

/** One provider at this locality, and one in Zurich, the default locality. */
const providersAt = (postalCode: string): World => ({
  providers: [
    { ref: "there", businessName: THERE, postalCodes: [postalCode] },
    { ref: "zurich", businessName: IN_ZURICH },
  ],
});

/** The first result of a search, as in the sheet. */
async function firstFound(person: Person, query: string): Promise<Locality> {
  const [first] = await person.call<Locality[]>("GET", `/api/localities?${query}`);
  if (first === undefined) throw new Error(`There is no place for ${query}.`);
  return first;
}

/** List, search and booking use this locality. */
async function expectFollowed(page: Page, postalCode: string, city: string): Promise<void> {
  const cards = page.getByRole("article");
  await expect(cards.filter({ hasText: THERE })).toBeVisible();
  await expect(cards.filter({ hasText: IN_ZURICH })).toHaveCount(0);
  // The search only finds providers nearby.
  const search = page.getByRole("search").getByRole("textbox");
  await search.fill(IN_ZURICH);
  await expect(page.getByText("No providers found").first()).toBeVisible();
  await search.fill(THERE);
  await expect(cards).toHaveCount(1);
  // The form is prefilled with it.
  await cards.getByRole("link", { name: /^Book Now/ }).click();
  await expect(page).toHaveURL(/\/booking\?/);
  await expect(page.getByLabel("Postal code")).toHaveValue(postalCode);
  await expect(page.getByLabel("City")).toHaveValue(city);
}

test.describe("the locality of a visitor", () => {
  test("is changed by postal code, and list, search and booking follow it", async ({ make, users }) => {
    await make(providersAt("3011"));
    const { page } = await users.visitor();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Place: 8001 Zurich", exact: true }).first()).toBeVisible();

    const sheet = await openSheet(page);
    await sheet.getByLabel("Postal code or city").fill("3011");
    await sheet
      .getByRole("list", { name: "Places" })
      .getByRole("button", { name: /^3011 Bern/ })
      .click();

    await expectLocality(page, "3011 Bern");
    await expectFollowed(page, "3011", "Bern");
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Place: 3011 Bern", exact: true }).first()).toBeVisible();
  });

  test("says where it was pressed that its sheet did not come, until it does", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, pageErrors } = visitor;
    pageErrors.isOffline = true;
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
    // The app asks for it once more by itself.
    await interceptFirst(page, /\/location-sheet-[\w-]+\.js/, (route) => route.abort(), 2);
    const notice = page.getByRole("banner").getByRole("alert");

    await localityButton(page).click();
    await expect(notice.filter({ hasText: "The places could not be shown" }).first()).toBeVisible();
    await expectAccessible(page);

    await notice.locator("..").getByRole("button", { name: "Try again" }).click();
    await expect(notice.first()).toBeHidden();
    await openSheet(page);
  });

  test("is changed by the name of a city and Enter; a name of nowhere says so", async ({ make, users }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    const { postalCode } = await firstFound(visitor, "q=Lausanne");
    await make(providersAt(postalCode));
    await page.goto("/");

    const sheet = await openSheet(page);
    const field = sheet.getByLabel("Postal code or city");
    await field.fill("Zzzingen");
    await expect(
      sheet.getByText("No Swiss place begins like this. Check the spelling, or type a postal code.").first(),
    ).toBeVisible();
    await field.press("Enter");
    await expect(sheet.first()).toBeVisible();
    await field.fill("Lausanne");
    await expect(sheet.getByRole("list", { name: "Places" }).getByRole("button").first()).toHaveText(
      new RegExp(`^${postalCode} Lausanne`),
      { useInnerText: true },
    );
    await field.press("Enter");

    await expectLocality(page, `${postalCode} Lausanne`);
    await expectFollowed(page, postalCode, "Lausanne");
  });

  test("is the own position once that is asked for and allowed, and no more of it than a kilometre is told", async ({
    make,
    users,
  }) => {
    const visitor = await users.visitor();
    const { page, context } = visitor;
    const { postalCode, city } = await firstFound(visitor, "near=47.05,8.31");
    expect(city).toMatch(/^(Lucerne|Luzern)$/);
    await make(providersAt(postalCode));
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(MARKET_PLACE_OF_LUCERNE);
    const requests: string[] = [];
    page.on("request", (request) => {
      const near = new URL(request.url()).searchParams.get("near");
      if (near !== null) requests.push(near);
    });
    await page.goto("/");
    const sheet = await openSheet(page);
    expect(requests).toEqual([]);

    await sheet.getByRole("button", { name: "Use my position" }).click();
    const found = sheet.getByRole("list", { name: "Places" }).getByRole("button");
    await expect(found.first()).toBeVisible();
    expect(requests).toEqual(["47.05,8.31"]);
    await expect(found.first()).toHaveText(new RegExp(`^${postalCode} ${city}`), { useInnerText: true });
    await found.first().click();

    await expectLocality(page, `${postalCode} ${city}`);
    await expectFollowed(page, postalCode, city);
  });

  test("stays where the own position is denied, or abroad, with a sentence that says what to do", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, context } = visitor;
    await page.goto("/");
    const sheet = await openSheet(page);
    await sheet.getByRole("button", { name: "Use my position" }).click();
    await expect(
      sheet
        .getByText("Your position is not available. Allow it in your browser's settings, or type your postal code.")
        .first(),
    ).toBeVisible();

    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(PARIS);
    await sheet.getByRole("button", { name: "Use my position" }).click();
    await expect(sheet.getByText("There is no Swiss place near you. Type a postal code.").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expectLocality(page, "8001 Zurich");
  });
});

test("the locality of an account is one of its addresses, on each of its devices", async ({ make, users }) => {
  const { users: made } = await make({
    ...providersAt("4051"),
    users: [
      {
        ref: "alice",
        addresses: [
          { label: "Home" },
          { label: "Office", street: "Steinenvorstadt 12", city: "Basel", postalCode: "4051" },
        ],
      },
      { ref: "chiara", firstName: "Chiara", signedIn: false },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const atHome = await users.visitor();
  const { page } = alice;
  await atHome.signIn(made.alice.email);
  await page.goto("/");

  const sheet = await openSheet(page);
  await sheet
    .getByRole("group", { name: "Your addresses" })
    .getByRole("button", { name: /4051 Basel/ })
    .click();

  await expectLocality(page, "4051 Basel");
  await expectFollowed(page, "4051", "Basel");
  await atHome.page.goto("/");
  await expect(atHome.page.getByRole("button", { name: "Place: 4051 Basel", exact: true }).first()).toBeVisible();

  // After the sign-out it is deleted from the device.
  await alice.call("POST", "/api/auth/logout");
  await alice.signIn(made.chiara.email);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Place: 8001 Zurich", exact: true }).first()).toBeVisible();
});
