import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";

test("a switch is kept, and with location tracking off nobody's position is asked for", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice);
  await page.goto("/account/privacy");

  await page.getByRole("switch", { name: "Location tracking" }).click();
  await expect(toast(page, "Privacy Setting Updated")).toContainText("Your preferences have been saved.", {
    useInnerText: true,
  });
  await page.reload();
  await expect(page.getByRole("switch", { name: "Location tracking" })).not.toBeChecked();
  await expectAccessible(page);

  await page.goto("/");
  await page.getByRole("button", { name: /^Place:/ }).click();
  await expect(page.getByText("You have switched location tracking off").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Use my position" })).toHaveCount(0);
});

test("a copy of the data is made in the background, and downloaded", async ({ make, users }) => {
  test.setTimeout(90_000);
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice);
  await page.goto("/account/privacy");

  await page.getByRole("button", { name: "Portable Format" }).click();
  await expect(toast(page, "Data Export Started")).toContainText("by email within 24 hours", { useInnerText: true });
  const link = page.getByRole("link", { name: "Download" });
  await expect(link).toBeVisible();
  await expectAccessible(page);

  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-portable-\d{4}-\d\d-\d\d\.zip$/);
  const saved = join(await mkdtemp(join(tmpdir(), "copy-")), "data.zip");
  await download.saveAs(saved);
  const content = await readFile(saved);
  expect(content.subarray(0, 2).toString()).toBe("PK");
  expect(content.includes("data.json")).toBe(true);
});

test("the end of an account is asked for with its password, and taken back", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page, pageErrors } = await users.signedIn(made.alice);
  await page.goto("/account/privacy");

  await page.getByRole("button", { name: "Request Account Deletion" }).click();
  pageErrors.expectResponse(400, "/api/privacy/deletion");
  await page.getByLabel("Password").fill("not-the-password");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(toast(page, "Account Deletion Request")).toContainText("within 30 days", { useInnerText: true });
  await expect(page.getByText(/Your account will be deleted on/).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText(/Your account will be deleted on/).first()).toBeHidden();
  await expect(page.getByRole("button", { name: "Request Account Deletion" })).toBeVisible();
});
