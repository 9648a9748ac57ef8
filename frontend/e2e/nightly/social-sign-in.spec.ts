import type { Page } from "@playwright/test";

import { startSocialSite } from "../fixtures/social-site.ts";
import { PASSWORD } from "../fixtures/person.ts";
import { expect, test as base } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

/** A test on a site that is set up for Google and Apple. */
const test = base.extend<{ baseURL: string }, { socialSite: string }>({
  socialSite: [
    async ({}, use) => {
      const { url, close } = await startSocialSite();
      await use(url);
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ socialSite }, use) => {
    await use(socialSite);
  },
});

/** On Google's pages: signs in with an address there, and answers. */
async function answer(
  page: Page,
  email: string,
  { confirmed = true, allows = true }: { confirmed?: boolean; allows?: boolean } = {},
): Promise<void> {
  await expect(page).toHaveTitle("Sign in");
  await page.getByLabel("Your email").fill(email);
  if (!confirmed) await page.getByLabel("Not confirmed").check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: allows ? "Allow" : "Cancel" }).click();
}

test("somebody new signs in with Google, and is back where they were", async ({ users, baseURL }) => {
  const { page } = await users.visitor({ baseURL });
  await page.goto("/login?next=%2Fprofile%2Fsecurity");

  await page.getByRole("button", { name: "Continue with Google" }).click();
  await answer(page, `anna-${test.info().workerIndex}-${test.info().retry}@example.org`);

  await expect(page).toHaveURL("/profile/security");
  await expect(page.getByText("You signed in here with Google.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Disconnect Google" })).toBeVisible();
});

test("whoever cancels at Google is back on the sign-in page, with a sentence", async ({ users, baseURL }) => {
  const { page } = await users.visitor({ baseURL });
  await page.goto("/login");

  await page.getByRole("button", { name: "Continue with Google" }).click();
  await answer(page, "changes-their-mind@example.org", { allows: false });

  await expect(page).toHaveURL(/\/login/);
  await expect(
    page.getByText("Signing in with Google was cancelled. Try again, or use your email and password."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Google", disabled: false })).toBeVisible();
});

test("a confirmed address opens the account that has it, another one does not", async ({ users, make, baseURL }) => {
  const { users: made } = await make({
    users: [{ ref: "ben", firstName: "Ben" }, { ref: "chiara" }],
  });

  const stranger = await users.visitor({ baseURL });
  await stranger.page.goto("/login");
  await stranger.page.getByRole("button", { name: "Continue with Google" }).click();
  await answer(stranger.page, made.chiara.email, { confirmed: false });
  await expect(stranger.page.getByText("There is an account with this email address already.")).toBeVisible();
  await expect(stranger.page).toHaveURL(/\/login/);

  const ben = await users.visitor({ baseURL });
  await ben.page.goto("/login?next=%2Fprofile");
  await ben.page.getByRole("button", { name: "Continue with Google" }).click();
  await answer(ben.page, made.ben.email);
  await expect(ben.page).toHaveURL("/profile");
  await expect(ben.page.getByText(made.ben.email)).toBeVisible();
});

test("Google is connected in the settings, signs in from then on, and is disconnected", async ({
  users,
  make,
  baseURL,
}) => {
  const { users: made } = await make({ users: [{ ref: "nora" }] });
  const { page } = await users.signedIn(made.nora, { baseURL });
  const elsewhere = `private-${made.nora.email}`;
  await page.goto("/profile/security");

  await page.getByRole("button", { name: "Connect Google", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await answer(page, elsewhere);
  await expect(page).toHaveURL("/profile/security");
  const disconnect = page.getByRole("button", { name: "Disconnect Google" });
  await expect(disconnect).toBeVisible();

  const later = await users.visitor({ baseURL });
  await later.page.goto("/login?next=%2Fprofile");
  await later.page.getByRole("button", { name: "Continue with Google" }).click();
  await answer(later.page, elsewhere);
  await expect(later.page.getByText(made.nora.email)).toBeVisible();

  await disconnect.click();
  await dialog.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(page, "Google disconnected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Google", exact: true })).toBeVisible();
});

test("Apple, which answers by a form from another site, signs in and brings back", async ({ users, baseURL }) => {
  const { page } = await users.visitor({ baseURL });
  await page.goto("/login?next=%2Fprofile%2Fsecurity");

  await page.getByRole("button", { name: "Continue with Apple" }).click();
  await page.getByLabel("Apple ID").fill(`apple-${test.info().workerIndex}-${test.info().retry}@example.org`);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL("/profile/security");
  await expect(page.getByText("You signed in here with Apple.")).toBeVisible();
});

test("whoever cancels at Apple is back on the sign-in page, with a sentence", async ({ users, baseURL }) => {
  const { page } = await users.visitor({ baseURL });
  await page.goto("/login");

  await page.getByRole("button", { name: "Continue with Apple" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();

  await expect(page).toHaveURL(/\/login/);
  await expect(
    page.getByText("Signing in with Apple was cancelled. Try again, or use your email and password."),
  ).toBeVisible();
});
