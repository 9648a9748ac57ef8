import type { Locator, Page } from "@playwright/test";

import { nameOf, type Provider } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";

type Address = { street: string; city: string; postalCode: string };
const MARKET_PLACE_OF_LUCERNE = { latitude: 47.05162, longitude: 8.30729 };
const PARIS = { latitude: 48.85661, longitude: 2.35222 };

const placeButton = (page: Page): Locator => page.getByRole("button", { name: /^Place: / });
const sheetOf = (page: Page): Locator => page.getByRole("dialog", { name: "Where do you need laundry?" });

async function openSheet(page: Page): Promise<Locator> {
  await placeButton(page).click();
  const sheet = sheetOf(page);
  await expect(sheet.first()).toBeVisible();
  return sheet;
}

/** The sheet is gone, the header names the place, and the focus is back where it was. */
async function isAt(page: Page, place: string): Promise<void> {
  await expect(sheetOf(page).first()).toBeHidden();
  await expect(page.getByRole("button", { name: `Place: ${place}`, exact: true }).first()).toBeVisible();
  await expect(placeButton(page)).toBeFocused();
}

/** List, search and booking are about the neighbours around this place. */
async function followsPlace({ page, call }: { page: Page; call: Person["call"] }, postalCode: string, city: string): Promise<void> {
  const near = await call<Provider[]>("GET", `/api/providers/${postalCode}`);
  const names = near.map(nameOf);
  expect(names.length).toBeGreaterThan(0);

  // The list.
  const cards = page.getByRole("article");
  await expect.poll(async () => names[0] !== undefined && (await cards.first().innerText()).includes(names[0])).toBe(true);
  // The search finds who is near, and nobody else.
  const [nearest] = near;
  await page.getByRole("search").getByRole("textbox").fill(nearest?.businessName ?? "");
  await expect.poll(async () => (await cards.count()) > 0 && (await cards.first().innerText()).includes(nearest?.businessName ?? "")).toBe(true);
  // The form begins there.
  await cards.first().getByRole("link", { name: /^Book Now/ }).click();
  await expect(page).toHaveURL(/\/booking\?/);
  await expect(page.getByLabel("Postal code")).toHaveValue(postalCode);
  await expect(page.getByLabel("City")).toHaveValue(city);
}

const followsOf = (person: Person, postalCode: string, city: string): Promise<void> =>
  followsPlace({ page: person.page, call: person.call.bind(person) }, postalCode, city);

test.describe("the place of a visitor", () => {
  test("is changed by postal code, and list, search and booking follow it", async ({ users }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Place: 8001 Zurich", exact: true }).first()).toBeVisible();

    const sheet = await openSheet(page);
    await sheet.getByLabel("Postal code or city").fill("3011");
    await sheet.getByRole("list", { name: "Places" }).getByRole("button", { name: /^3011 Bern/ }).click();

    await isAt(page, "3011 Bern");
    await followsOf(visitor, "3011", "Bern");
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Place: 3011 Bern", exact: true }).first()).toBeVisible();
  });

  test("says where it was pressed that its sheet did not come, until it does", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, pageErrors } = visitor;
    pageErrors.isOffline = true;
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
    await page.route("**/place-sheet-*.js", (route) => route.abort(), { times: 1 });
    const notice = page.getByRole("banner").getByRole("alert");

    await placeButton(page).click();
    await expect(notice.filter({ hasText: "The places could not be shown" }).first()).toBeVisible();
    await expectAccessible(page);

    await notice.locator("..").getByRole("button", { name: "Try again" }).click();
    await expect(notice.first()).toBeHidden();
    await openSheet(page);
  });

  test("is changed by the name of a city and Enter; a name of nowhere says so", async ({ users }) => {
    const visitor = await users.visitor();
    const { page } = visitor;
    await page.goto("/");

    const sheet = await openSheet(page);
    const field = sheet.getByLabel("Postal code or city");
    await field.fill("Zzzingen");
    await expect(sheet.getByText("No Swiss place begins like this. Check the spelling, or type a postal code.").first()).toBeVisible();
    await field.press("Enter");
    await expect(sheet.first()).toBeVisible();
    await field.fill("Lausanne");
    await expect(sheet.getByRole("button", { name: /^1\d{3} Lausanne/ }).first()).toBeVisible();
    const [first = ""] = await sheet.getByRole("list", { name: "Places" }).getByRole("button").allInnerTexts();
    await field.press("Enter");

    const postalCode = /\d{4}/.exec(first)?.[0] ?? "";
    await isAt(page, `${postalCode} Lausanne`);
    await followsOf(visitor, postalCode, "Lausanne");
  });

  test("is the own position once that is asked for and allowed, and no more of it than a kilometre is told", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, context } = visitor;
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(MARKET_PLACE_OF_LUCERNE);
    const asked: string[] = [];
    page.on("request", (request) => {
      const near = new URL(request.url()).searchParams.get("near");
      if (near !== null) asked.push(near);
    });
    await page.goto("/");
    const sheet = await openSheet(page);
    expect(asked).toEqual([]);

    await sheet.getByRole("button", { name: "Use my position" }).click();
    const found = sheet.getByRole("list", { name: "Places" }).getByRole("button");
    await expect(found.first()).toBeVisible();
    expect(asked).toEqual(["47.05,8.31"]);
    const text = await found.first().innerText();
    const [, postalCode = "", city = ""] = /(\d{4}) (Lucerne|Luzern)/.exec(text) ?? [];
    expect(text).toContain(city);
    await found.first().click();

    await isAt(page, `${postalCode} ${city}`);
    await followsOf(visitor, postalCode, city);
  });

  test("stays where the own position is refused, or abroad, with a sentence that says what to do", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, context } = visitor;
    await page.goto("/");
    const sheet = await openSheet(page);
    await sheet.getByRole("button", { name: "Use my position" }).click();
    await expect(sheet.getByText("Your position is not available. Allow it in your browser's settings, or type your postal code.").first()).toBeVisible();

    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(PARIS);
    await sheet.getByRole("button", { name: "Use my position" }).click();
    await expect(sheet.getByText("There is no Swiss place near you. Type a postal code.").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await isAt(page, "8001 Zurich");
  });
});

test("the place of an account is one of its addresses, on each of its devices", async ({ users }) => {
  const patrick = await users.visitor();
  const atHome = await users.visitor();
  const { page } = patrick;
  await patrick.signIn("patrick.vogt@example.com");
  await atHome.signIn("patrick.vogt@example.com");
  const known = await patrick.call<Address[]>("GET", "/api/addresses");
  if (!known.some(({ postalCode }) => postalCode === "4051")) {
    await patrick.call("POST", "/api/addresses", { label: "Office", street: "Steinenvorstadt 12", city: "Basel", postalCode: "4051" });
  }
  await page.goto("/");

  const sheet = await openSheet(page);
  await sheet.getByRole("group", { name: "Your addresses" }).getByRole("button", { name: /4051 Basel/ }).click();

  await isAt(page, "4051 Basel");
  await followsOf(patrick, "4051", "Basel");
  await atHome.page.goto("/");
  await expect(atHome.page.getByRole("button", { name: "Place: 4051 Basel", exact: true }).first()).toBeVisible();

  // It leaves the device with its account.
  await patrick.call("POST", "/api/auth/logout");
  await patrick.signIn(DEMO.operator);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Place: 8001 Zurich", exact: true }).first()).toBeVisible();
});
