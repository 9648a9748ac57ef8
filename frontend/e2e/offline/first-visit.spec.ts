import { expect, test } from "../fixtures/test.ts";
import { installApp } from "../support/workers.ts";
import { disconnect } from "../support/offline.ts";

test("a visitor on a device that was never heard opens what is public", async ({ users }) => {
  const visitor = await users.visitor({ serviceWorkers: "allow" });
  const { page } = visitor;
  const main = page.getByRole("main");
  await installApp(visitor);
  await page.evaluate(() => indexedDB.deleteDatabase("suuber"));
  await disconnect(visitor);
  await page.goto("/booking");
  await expect(main.getByText("No provider selected").first()).toBeVisible();
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1, name: "Our Services" })).toBeVisible();
  await page.goto("/history");
  await expect(main.getByRole("button", { name: "Try again" }).first()).toBeVisible();
});
