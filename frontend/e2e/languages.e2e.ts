import { expect } from "vitest";

import { sees } from "./support/seeing";
import { test } from "./support/stage";
import { isKept } from "./support/workers";

const HOME = {
  en: "Fresh laundry, from next door",
  de: "Frische Wäsche, gleich von nebenan",
} as const;
const TABS = {
  de: ["Start", "Verfolgen", "Verlauf", "Profil"],
} as const;

test("the page comes in the browser's language with its first byte, and is taken over as it was drawn", async ({ stage }) => {
  const { page } = await stage.enters({ locale: "de-CH" });
  const answer = await page.goto("/");

  expect(answer?.headers()["content-language"]).toBe("de");
  expect(await answer?.text()).toContain(HOME.de);
  await sees(page.getByRole("heading", { level: 1, name: HOME.de }));
  for (const name of TABS.de) await sees(page.getByRole("link", { name, exact: true }));
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await page.title()).toContain("Wäsche");
});

test("a visitor chooses another language, which stays", async ({ stage }) => {
  const { page } = await stage.enters();
  await page.goto("/profile");
  await page.getByLabel("Language").selectOption({ label: "Français" });
  await sees(page.getByRole("heading", { level: 1, name: "Profil" }));
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  await page.reload();
  await sees(page.getByLabel("Langue"));

  const home = await page.goto("/");
  expect(home?.headers()["content-language"]).toBe("fr");
});

test("an address that names its language shows it, and the next page goes on in it", async ({ stage }) => {
  const { page } = await stage.enters();
  const answer = await page.goto("/?lang=it");
  expect(answer?.headers()["content-language"]).toBe("it");
  expect(await page.locator("html").getAttribute("lang")).toBe("it");
  await page.getByRole("link", { name: "Profilo" }).first().click();
  await sees(page.getByLabel("Lingua"));
});

test("the language of an account comes along to another device, and calls are answered in it", async ({ stage }) => {
  const first = await stage.enters();
  const { email } = await first.registers();
  await first.page.goto("/profile/settings");
  await first.page.getByLabel("Language").selectOption({ label: "Deutsch" });
  await sees(first.page.getByRole("heading", { level: 1, name: "Einstellungen" }));

  const other = await stage.enters();
  await other.signsIn(email);
  await other.page.goto("/profile/settings");
  await sees(other.page.getByRole("heading", { level: 1, name: "Einstellungen" }));
  const language = await other.page.evaluate(async () => (await fetch("/api/profile")).headers.get("content-language"));
  expect(language).toBe("de");
});

test("after a first visit the app opens in its reader's language without a connection", async ({ stage }) => {
  const { page, context, watch } = await stage.enters({ locale: "de-CH", serviceWorkers: "allow" });
  await page.goto("/");
  await isKept(page);
  const texts = (): Promise<number> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("texts-"));
      return names.length === 0 ? 0 : (await (await caches.open(names[0] ?? "")).keys()).length;
    });
  await expect.poll(texts, { timeout: 30_000 }).toBeGreaterThan(30);
  watch.isOffline = true;
  await context.setOffline(true);
  for (const path of ["/", "/history", "/booking", "/profile"]) {
    await page.goto(path);
    await sees(page.getByRole("link", { name: "Verlauf", exact: true }));
  }
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
});

test("colours that were chosen stay, from the first paint on", async ({ stage }) => {
  const { page } = await stage.enters({ colorScheme: "light" });
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto("/profile");
  const light = await background();
  await page.getByLabel("Appearance").selectOption("Dark");
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.goto("/login", { waitUntil: "commit" });
  await sees(page.getByRole("heading", { level: 1 }));
  expect(await background()).toBe(dark);
  await page.goto("/profile");
  await page.getByLabel("Appearance").selectOption("As on this device");
  expect(await background()).toBe(light);
});
