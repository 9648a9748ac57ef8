import { expect, test } from "../fixtures/test.ts";
import { expectController } from "../support/workers.ts";

const HOME = {
  en: "Fresh laundry, from next door",
  de: "Frische Wäsche, gleich von nebenan",
} as const;
const TABS = {
  de: ["Start", "Verfolgen", "Verlauf", "Profil"],
} as const;

test("the page comes in the browser's language with its first byte, and is taken over as it was prerendered", async ({
  users,
}) => {
  const { page } = await users.visitor({ locale: "de-CH" });
  const response = await page.goto("/");

  expect(response?.headers()["content-language"]).toBe("de");
  expect(await response?.text()).toContain(HOME.de);
  await expect(page.getByRole("heading", { level: 1, name: HOME.de })).toBeVisible();
  for (const name of TABS.de) await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveTitle(/Wäsche/);
});

test("a visitor chooses another language, which stays", async ({ users }) => {
  const { page } = await users.visitor();
  await page.goto("/profile");
  await page.getByLabel("Language").selectOption({ label: "Français" });
  await expect(page.getByRole("heading", { level: 1, name: "Profil" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.reload();
  await expect(page.getByLabel("Langue").first()).toBeVisible();

  const home = await page.goto("/");
  expect(home?.headers()["content-language"]).toBe("fr");
});

test("an address that names its language shows it, and all that follows goes on in it", async ({ users }) => {
  const { page } = await users.visitor();
  const response = await page.goto("/?lang=it");
  expect(response?.headers()["content-language"]).toBe("it");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  await page.getByRole("link", { name: "Profilo" }).first().click();
  await expect(page.getByLabel("Lingua").first()).toBeVisible();
  const home = await page.goto("/");
  expect(home?.headers()["content-language"]).toBe("it");
});

test("the language of an account comes along to another device, and calls are answered in it", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const first = await users.signedIn(made.alice);
  await first.page.goto("/profile/settings");
  await first.page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await expect(first.page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();

  const other = await users.visitor();
  await other.signIn(made.alice.email);
  await other.page.goto("/profile/settings");
  await expect(other.page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
  const language = await other.page.evaluate(async () => (await fetch("/api/profile")).headers.get("content-language"));
  expect(language).toBe("de");
});

test("after a first visit the app opens in its reader's language without a connection", async ({ users }) => {
  const { page, context, pageErrors } = await users.visitor({ locale: "de-CH", serviceWorkers: "allow" });
  await page.goto("/");
  await expectController(page);
  const texts = (): Promise<number> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("texts-"));
      return names.length === 0 ? 0 : (await (await caches.open(names[0] ?? "")).keys()).length;
    });
  await expect.poll(texts, { timeout: 30_000 }).toBeGreaterThan(30);
  pageErrors.isOffline = true;
  await context.setOffline(true);
  for (const path of ["/", "/history", "/booking", "/profile"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Verlauf", exact: true }).first()).toBeVisible();
  }
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test("colors that were chosen stay, from the first paint on", async ({ users }) => {
  const { page } = await users.visitor({ colorScheme: "light" });
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto("/profile");
  const light = await background();
  await page.getByLabel("Appearance").selectOption("Dark");
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => background()).toBe(dark);
  await page.goto("/profile");
  await page.getByLabel("Appearance").selectOption("As on this device");
  await expect.poll(() => background()).toBe(light);
});
