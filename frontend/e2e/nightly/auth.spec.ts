import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { WAYS_OUT } from "../support/hostile.ts";
import { toast } from "../support/page.ts";
import { launchWithPageCache, wasRestored } from "../support/sign-out.ts";

test.describe("signing in", () => {
  test("is over when Back shows the sign-in page as it was left", async ({ make }) => {
    const { users: made } = await make({ users: [{ ref: "alice" }] });
    const { browser, context, page } = await launchWithPageCache();
    try {
      await page.addInitScript(() =>
        window.addEventListener(
          "pageshow",
          ({ persisted }) => persisted && Object.assign(window, { wasRestored: true }),
        ),
      );
      await page.goto("/login?next=%2Fhelp");
      await page.getByLabel("Email").fill(made.alice.email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In with Email" }).click();
      await expect(page).toHaveURL("/help");

      // Offline the page cannot refetch the session: the form must become usable by itself.
      await context.setOffline(true);
      await page.evaluate(() => window.history.back());
      await expect(page).toHaveURL("/login?next=%2Fhelp");
      await expect.poll(() => wasRestored(page)).toBe(true);
      await expect(page.getByRole("button", { name: "Sign In with Email", disabled: false })).toBeVisible();
      await expect(page.getByText("Signing in...")).toHaveCount(0);
    } finally {
      await browser.close();
    }
  });

  test("never leaves the site afterwards", async ({ make, users }) => {
    const { users: made } = await make({ users: [{ ref: "alice" }] });
    const { page } = await users.visitor();

    // A few here; all of them with a signed-in user, which is faster.
    for (const next of WAYS_OUT.slice(0, 5)) {
      await page.goto("about:blank");
      await page.context().clearCookies();
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel("Email").fill(made.alice.email);
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
      await expect(notice).toHaveText(
        `Signing in with ${name} is not available here. Please use your email and password.`,
        { useInnerText: true },
      );
      expect(new URL(page.url()).pathname).toBe("/login");
    }
  });
});

test.describe("an account", () => {
  test("cannot be made twice, and its rules are checked in their order before any call", async ({ make, users }) => {
    const { users: made } = await make({ users: [{ ref: "alice" }] });
    const { page, pageErrors } = await users.visitor();
    await page.goto("/register");
    const create = page.getByRole("button", { name: "Create Account" });
    await page.getByLabel("First Name").fill("Alice");
    await page.getByLabel("Email").fill(made.alice.email);

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
});
