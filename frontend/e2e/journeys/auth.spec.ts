import { DEMO, PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { WAYS_OUT } from "../support/hostile.ts";
import { toast } from "../support/page.ts";
import { launchWithPageCache, wasRestored } from "../support/sign-out.ts";

test.describe("signing in", () => {
  test("says what is wrong, and leads back to the page that asked", async ({ users }) => {
    const { page, pageErrors } = await users.visitor();
    pageErrors.expectResponse(401, "/api/auth/login");

    await page.goto("/login?next=%2Fhistory");
    await page.getByLabel("Email").fill(DEMO.customer);
    await page.getByLabel("Password", { exact: true }).fill("not-my-password");
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await expect(toast(page, "Login Failed")).toContainText("Invalid email or password", { useInnerText: true });
    await expect(page.getByLabel("Email")).toHaveValue(DEMO.customer);

    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await expect(page).toHaveURL("/history");
    await expect(page.getByRole("link", { name: "Reorder" }).first()).toBeVisible();
  });

  test("is over when Back shows the sign-in page as it was left", async () => {
    const { browser, context, page } = await launchWithPageCache();
    try {
      await page.addInitScript(() => window.addEventListener("pageshow", ({ persisted }) => persisted && Object.assign(window, { wasRestored: true })));
      await page.goto("/login?next=%2Fhelp");
      await page.getByLabel("Email").fill(DEMO.customer);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In with Email" }).click();
      await expect(page).toHaveURL("/help");

      // The server does not tell the page who is signed in by now: it must be ready by itself.
      await context.setOffline(true);
      await page.evaluate(() => window.history.back());
      await expect(page).toHaveURL("/login?next=%2Fhelp");
      await expect.poll(() => wasRestored(page)).toBe(true);
      await expect(page.getByRole("button", { name: "Sign In with Email", disabled: false }).first()).toBeVisible();
      await expect(page.getByText("Signing in...")).toHaveCount(0);
    } finally {
      await browser.close();
    }
  });

  test("as a guest shows home, and every page that a visitor may see asks for nothing", async ({ users }) => {
    const { page } = await users.visitor();

    await page.goto("/login");
    await page.getByRole("link", { name: "Continue as guest" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
  });

  test("never leaves the site afterwards", async ({ users }) => {
    const { page } = await users.visitor();

    // All of them are tried on who is signed in already, which is quicker.
    for (const next of WAYS_OUT.slice(0, 5)) {
      await page.goto("about:blank");
      await page.context().clearCookies();
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel("Email").fill(DEMO.customer);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In with Email" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
    }
  });

  test("with Google or Apple, which are not set up, leads back with a sentence", async ({ users }) => {
    const { page } = await users.visitor();

    for (const name of ["Google", "Apple"]) {
      await page.goto("/login?next=%2Fhistory");
      await page.getByRole("button", { name: `Continue with ${name}` }).click();
      const notice = page.getByRole("alert").filter({ hasText: "is not available here" });
      await expect(notice).toBeVisible();
      await expect(notice).toHaveText(`Signing in with ${name} is not available here. Please use your email and password.`, { useInnerText: true });
      expect(new URL(page.url()).pathname).toBe("/login");
    }
  });
});

test.describe("an account", () => {
  test("cannot be made twice, and its rules are checked in their order before any call", async ({ users }) => {
    const { page, pageErrors } = await users.visitor();
    await page.goto("/register");
    const create = page.getByRole("button", { name: "Create Account" });
    await page.getByLabel("First Name").fill("Alice");
    await page.getByLabel("Email").fill(DEMO.customer);

    await page.getByLabel("Password", { exact: true }).fill("abc");
    await page.getByLabel("Confirm Password").fill("abd");
    await create.click();
    await expect(toast(page, "Error")).toContainText("Passwords do not match", { useInnerText: true });
    await page.getByLabel("Confirm Password").fill("abc");
    await create.click();
    await expect(toast(page, "Password must be at least 6 characters")).toContainText("Error", { useInnerText: true });

    pageErrors.expectResponse(400, "/api/auth/register");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm Password").fill(PASSWORD);
    await create.click();
    await expect(toast(page, "Registration Failed")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("First Name")).toHaveValue("Alice");
  });

  test("is left by signing out", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.signIn(DEMO.customer);

    await page.goto("/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/profile");
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeHidden();
    await expect(page).toHaveURL("/profile");
  });
});
