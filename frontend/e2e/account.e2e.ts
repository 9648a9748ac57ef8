import { expect } from "vitest";

import { pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO, PASSWORD } from "./support/person";
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

test("a notice that is tapped as soon as it is shown, however late the session comes, is read on every device", async ({ stage }) => {
  const alice = await stage.enters();
  const elsewhere = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 4)));
  await elsewhere.signsIn(DEMO.customer);
  const readAt = async (): Promise<string | null | undefined> => {
    const { results } = await elsewhere.call<{ results: { link: string | null; readAt: string | null }[] }>("GET", "/api/notifications");
    return results.find(({ link }) => link?.includes(order.id))?.readAt;
  };
  expect(await readAt()).toBeNull();

  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/auth/session", async (route) => {
    await released;
    await route.continue();
  });
  const held = page.waitForRequest("**/api/auth/session");
  await page.goto("/notifications");
  await held;
  await sees(page.getByRole("main").getByText("Loading..."));
  const notice = page.locator(`main a[href="/tracking/${order.id}"]`).first();
  // Whoever it is for is not known: nothing can be tapped that would be read here alone.
  expect(await notice.count()).toBe(0);
  const isTapped = notice.click();
  release();
  await isTapped;

  await arrivesAt(page, `/tracking/${order.id}`);
  await expect.poll(readAt).not.toBeNull();
  await elsewhere.page.goto("/notifications");
  const there = elsewhere.page.locator(`main a[href="/tracking/${order.id}"]`).first();
  await sees(there);
  expect(await there.getByText("Unread").count()).toBe(0);
});
