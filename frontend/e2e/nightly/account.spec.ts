import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast, unreadCount } from "../support/page.ts";

const NEW_PASSWORD = "clean-and-folded-2026";

test("a new account gets a name, an address that booking fills in, and another password", async ({ make, users }) => {
  const { users: made, providers } = await make({
    users: [{ ref: "alice", firstName: "Alise" }],
    providers: [{ ref: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const otherDevice = await users.visitor();
  const { page } = alice;
  await otherDevice.signIn(made.alice.email);

  await page.goto("/profile");
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await page.getByLabel("First Name").fill("Alice");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Profile saved")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("Alice Meier").first()).toBeVisible();

  await page.getByRole("link", { name: /^Addresses/ }).click();
  await page.getByRole("button", { name: "Add address" }).click();
  const dialog = page.getByRole("dialog", { name: "New address" });
  await dialog.getByLabel("Street address").fill("Seestrasse 3");
  await dialog.getByLabel("City").fill("Zurich");
  await dialog.getByLabel("Postal code").fill("8002");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Address saved")).toBeVisible();
  await page.goto(`/booking?providerId=${providers.salon.id}`);
  await page.getByRole("button", { name: /Seestrasse 3/ }).click();
  await expect(page.getByLabel("Street address")).toHaveValue("Seestrasse 3");
  await expect(page.getByLabel("Postal code")).toHaveValue("8002");

  await page.goto("/profile/settings");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(toast(page, "Password changed")).toBeVisible();
  await otherDevice.page.goto("/profile");
  await expect(otherDevice.page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("Alice Meier").first()).toBeVisible();
});

test("the bell falls as notices are read, also for a visitor", async ({ users }) => {
  const { page } = await users.visitor();
  await page.goto("/");
  await expect.poll(() => unreadCount(page)).toBe(2);
  await page.getByRole("link", { name: /^Notifications/ }).click();
  await expect(page).toHaveURL("/notifications");
  await expect(page.getByText("Welcome to Suuber").first()).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toBeHidden();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
  await expect.poll(() => unreadCount(page)).toBe(0);
});

test("a notice that is tapped as soon as it is shown, however late the session comes, is read on every device", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const otherDevice = await users.visitor();
  const { page } = alice;
  await otherDevice.signIn(made.alice.email);
  const readAt = async (): Promise<string | null | undefined> => {
    const { results } = await otherDevice.call<{ results: { link: string | null; readAt: string | null }[] }>(
      "GET",
      "/api/notifications",
    );
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
  await expect(page.getByRole("main").getByText("Loading...").first()).toBeVisible();
  const notice = page.locator(`main a[href="/tracking/${order.id}"]`).first();
  // The account is unknown, so there must be no notification to tap: reading it would be stored on this device only.
  await expect(notice).toHaveCount(0);
  const isTapped = notice.click();
  release();
  await isTapped;

  await expect(page).toHaveURL(`/tracking/${order.id}`);
  await expect.poll(readAt).not.toBeNull();
  await otherDevice.page.goto("/notifications");
  const there = otherDevice.page.locator(`main a[href="/tracking/${order.id}"]`).first();
  await expect(there.first()).toBeVisible();
  await expect(there.getByText("Unread")).toHaveCount(0);
});
