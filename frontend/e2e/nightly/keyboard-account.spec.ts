import type { Locator, Page } from "@playwright/test";

import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { tabTo } from "../support/keyboard.ts";
import { toast } from "../support/page.ts";
import { PNG } from "../support/pictures.ts";

/** Checks the state on the page, then returns to the window in which the keyboard goes on. */
async function checkState(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Turns a switch, and waits until that is saved; the focus stays on it. */
async function turn(page: Page, name: string | RegExp, isOn: boolean, within: Page | Locator = page): Promise<void> {
  const one = within.getByRole("switch", { name });
  await press(page, one, "Space");
  await expect(one).toBeChecked({ checked: isOn });
  await expect(one).toBeEnabled();
  await expect(one).toBeFocused();
}

test("the keyboard alone changes name and photo", async ({ make, users }) => {
  test.setTimeout(90_000);
  const { users: made } = await make({ users: [{ ref: "alice", firstName: "Alise" }] });
  const { page } = await users.signedIn(made.alice, { viewport: DESKTOP });
  await page.goto("/profile");
  await checkState(page);
  await press(page, page.getByRole("link", { name: "Edit Profile" }));
  await expect(page).toHaveURL("/profile/edit");

  const photo = page.getByRole("group", { name: "Photo" });
  const chooser = page.waitForEvent("filechooser");
  await press(page, photo.getByLabel("Add a photo"), "Space");
  await (await chooser).setFiles({ name: "me.png", mimeType: "image/png", buffer: PNG });
  await expect(photo.getByText("Your new photo is shown.").first()).toBeVisible();
  await checkState(page);
  await press(page, photo.getByRole("button", { name: "Remove photo" }));
  await expect(photo.getByText("Your photo is removed.").first()).toBeVisible();

  const firstName = page.getByLabel("First Name");
  await tabTo(page, firstName);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await press(page, page.getByRole("button", { name: "Save" }));
  await expect(page.getByText("First name is required").first()).toBeVisible();
  await expect(firstName).toBeFocused();
  await checkState(page);
  await page.keyboard.type("Alice");
  await press(page, page.getByRole("button", { name: "Save" }));
  await expect(toast(page, "Profile saved")).toBeVisible();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText("Alice Meier").first()).toBeVisible();
});

test("the keyboard alone changes language, notifications and quiet hours", async ({ make, users }) => {
  test.setTimeout(120_000);
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice, { viewport: DESKTOP });
  await page.goto("/profile");
  await press(page, page.getByRole("link", { name: /^Settings/ }));
  await expect(page).toHaveURL("/profile/settings");

  const orders = page.getByRole("group", { name: "Orders", exact: true });
  await press(page, orders.getByText("Choose singly"));
  await turn(page, "By email", false, orders.getByRole("group", { name: "Pickup in progress" }));
  await turn(page, "By email", false, page.getByRole("group", { name: "Reviews", exact: true }));
  await turn(page, /^Quiet hours/, true);
  const from = page.getByRole("region", { name: "Quiet hours" }).getByLabel("From");
  await press(page, from, "ArrowDown");
  await expect(from).toHaveValue("22:30");
  await expect(from).toBeEnabled();
  await checkState(page);
  await page.reload();
  await expect(from).toHaveValue("22:30");
  await press(page, orders.getByText("Choose singly"));
  await expect(
    orders.getByRole("group", { name: "Pickup in progress" }).getByRole("switch", { name: "By email" }),
  ).not.toBeChecked();

  const language = page.getByLabel("Language");
  await tabTo(page, language);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
  await expect(page.getByLabel("Sprache")).toBeFocused();
  await checkState(page);
});

test("the keyboard alone decides on privacy, and asks for a copy of the data", async ({ make, users }) => {
  test.setTimeout(90_000);
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice, { viewport: DESKTOP });
  await page.goto("/profile/settings");
  await press(page, page.getByRole("link", { name: "Privacy Settings" }));
  await expect(page).toHaveURL("/account/privacy");
  for (const [name, isOn] of [
    ["Analytics", false],
    ["Marketing", true],
    ["Location tracking", false],
    ["Data sharing", true],
  ] as const)
    await turn(page, name, isOn);
  await checkState(page);
  await press(page, page.getByRole("button", { name: "Export My Data" }));
  await expect(toast(page, "Data Export Started")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export My Data" })).toBeFocused();
  const download = page.getByRole("link", { name: "Download" });
  await expect(download.or(page.getByText("Your data is being put together.")).first()).toBeVisible();
  await checkState(page);
});

test("the keyboard alone writes to support, and opens the field of the answer", async ({ make, users }) => {
  test.setTimeout(90_000);
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { page } = await users.signedIn(made.alice, { viewport: DESKTOP });
  await page.goto("/profile");
  await press(page, page.getByRole("link", { name: /^Help/ }));
  await expect(page).toHaveURL("/support");
  const form = page.getByRole("form", { name: "Write to us" });
  await press(page, form.getByRole("button", { name: "Send" }));
  await expect(form.getByText("Subject is required").first()).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Subject" })).toBeFocused();
  await checkState(page);
  await page.keyboard.type("Curtains");
  await press(page, form.getByRole("combobox", { name: "Category" }), "ArrowDown");
  await tabTo(page, form.getByRole("textbox", { name: "Message" }));
  await page.keyboard.type("Three metres long.");
  await press(page, form.getByRole("button", { name: "Send" }));
  await expect(toast(page, "Support Request Sent")).toBeVisible();

  const row = page.getByRole("button", { name: /^Curtains/ });
  await press(page, row);
  await expect(row).toHaveAttribute("aria-expanded", "true");
  await checkState(page);
  const answer = page.getByRole("textbox", { name: "Your reply" });
  await tabTo(page, answer);
  await page.keyboard.type("Two of them.");
  await press(page, page.getByRole("button", { name: "Send reply" }));
  await expect(page.getByRole("listitem").getByText("Two of them.").first()).toBeVisible();
  await expect(answer).toHaveValue("");
  await checkState(page);
});
