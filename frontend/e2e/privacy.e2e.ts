import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";

import { looksRight } from "./support/looks";
import { PASSWORD } from "./support/person";
import { becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

test("a switch is kept, and with location tracking off nobody's position is asked for", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.registers();
  await page.goto("/account/privacy");

  await page.getByRole("switch", { name: "Location tracking" }).click();
  expect(await toast(page, "Privacy Setting Updated")).toContain("Your preferences have been saved.");
  await page.reload();
  await becomes(() => page.getByRole("switch", { name: "Location tracking" }).isChecked(), false);
  await looksRight(page);

  await page.goto("/");
  await page.getByRole("button", { name: /^Place:/ }).click();
  await sees(page.getByText("You have switched location tracking off"));
  expect(await page.getByRole("button", { name: "Use my position" }).count()).toBe(0);
});

test("a copy of the data is made in the background, and downloaded", { timeout: 90_000 }, async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.registers();
  await page.goto("/account/privacy");

  await page.getByRole("button", { name: "Portable Format" }).click();
  expect(await toast(page, "Data Export Started")).toContain("by email within 24 hours");
  const link = page.getByRole("link", { name: "Download" });
  await sees(link);
  await looksRight(page);

  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-portable-\d{4}-\d\d-\d\d\.zip$/);
  const saved = join(await mkdtemp(join(tmpdir(), "copy-")), "data.zip");
  await download.saveAs(saved);
  const content = await readFile(saved);
  expect(content.subarray(0, 2).toString()).toBe("PK");
  expect(content.includes("data.json")).toBe(true);
});

test("the end of an account is asked for with its password, and taken back", async ({ stage }) => {
  const alice = await stage.enters();
  const { page, watch } = alice;
  await alice.registers();
  await page.goto("/account/privacy");

  await page.getByRole("button", { name: "Request Account Deletion" }).click();
  watch.expectAnswer(400, "/api/privacy/deletion");
  await page.getByLabel("Password").fill("not-the-password");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await sees(page.getByText("This is not your current password."));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  expect(await toast(page, "Account Deletion Request")).toContain("within 30 days");
  await sees(page.getByText(/Your account will be deleted on/));
  await looksRight(page);

  await page.getByRole("button", { name: "Keep my account" }).click();
  await seesNoMore(page.getByText(/Your account will be deleted on/));
  await sees(page.getByRole("button", { name: "Request Account Deletion" }));
});
