import { expect } from "vitest";

import { DEMO } from "./support/person";
import { arrivesAt, sees } from "./support/seeing";
import { test } from "./support/stage";

const LIMIT_MS = 15_000;

test("a call that never answers ends after 15 seconds with a sentence, and is repeated under the same key", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await page.clock.install();
  const keys: (string | undefined)[] = [];
  await page.route("**/api/profile", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) await route.continue();
  });

  await page.goto("/profile/edit");
  const save = page.getByRole("main").locator("button[type=submit]");
  await save.click();
  await expect.poll(() => keys.length).toBe(1);
  await page.clock.fastForward(LIMIT_MS);
  await sees(page.getByText("Suuber did not answer in time. Please try again."));

  await save.click();
  await arrivesAt(page, "/profile");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test("a list that never answers offers to try again after 15 seconds", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await page.clock.install();
  let asked = 0;
  await page.route("**/api/addresses", async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
  });

  await page.goto("/profile/addresses");
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward(LIMIT_MS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => asked).toBe(2);
  await page.getByRole("button", { name: "Try again" }).waitFor({ state: "hidden" });
});
