import { expect } from "vitest";

import { providerWithHours } from "./support/orders";
import { PASSWORD } from "./support/person";
import { arrivesAt, becomes, sees, seesNoMore, toast, unread } from "./support/seeing";
import { test } from "./support/stage";

const NEW_PASSWORD = "clean-and-folded-2026";

test("a new account gets a name, an address that booking fills in, and another password", async ({ stage }) => {
  const alice = await stage.enters();
  const elsewhere = await stage.enters();
  const { page } = alice;
  const user = await alice.registers("Alise");
  await elsewhere.signsIn(user.email);

  await page.goto("/profile");
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await page.getByLabel("First Name").fill("Alice");
  await page.getByRole("button", { name: "Save" }).click();
  await toast(page, "Profile saved");
  await page.goto("/profile");
  await sees(page.getByText("Alice Meier"));

  await page.getByRole("link", { name: /^Addresses/ }).click();
  await page.getByRole("button", { name: "Add address" }).click();
  const dialog = page.getByRole("dialog", { name: "New address" });
  await dialog.getByLabel("Street address").fill("Seestrasse 3");
  await dialog.getByLabel("City").fill("Zurich");
  await dialog.getByLabel("Postal code").fill("8002");
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Address saved");
  await page.goto(`/booking?providerId=${(await providerWithHours(alice)).id}`);
  await page.getByRole("button", { name: /Seestrasse 3/ }).click();
  expect(await page.getByLabel("Street address").inputValue()).toBe("Seestrasse 3");
  expect(await page.getByLabel("Postal code").inputValue()).toBe("8002");

  await page.goto("/profile/settings");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await toast(page, "Password changed");
  await elsewhere.page.goto("/profile");
  await sees(elsewhere.page.getByRole("link", { name: "Sign in" }));
  await page.goto("/profile");
  await sees(page.getByText("Alice Meier"));
});

test("the bell falls as notices are read, also for a visitor", async ({ stage }) => {
  const { page } = await stage.enters();
  await page.goto("/");
  await becomes(() => unread(page), 2);
  await page.getByRole("link", { name: /^Notifications/ }).click();
  await arrivesAt(page, "/notifications");
  await sees(page.getByText("Welcome to Suuber"));
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await seesNoMore(page.getByRole("button", { name: "Mark all as read" }));
  await page.goto("/");
  await sees(page.getByRole("heading", { name: "Available in Your Area" }));
  await becomes(() => unread(page), 0);
});
