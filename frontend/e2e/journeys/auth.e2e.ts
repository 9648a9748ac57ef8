import { describe, expect } from "vitest";

import { WAYS_OUT } from "../support/hostile";
import { keepsPages, wasRestored } from "../support/leaving";
import { DEMO, PASSWORD } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, seesNoMore, toast, words } from "../support/seeing";
import { test } from "../support/stage";

describe("signing in", () => {
  test("says what is wrong, and leads back to the page that asked", async ({ stage }) => {
    const { page, watch } = await stage.enters();
    watch.expectAnswer(401, "/api/auth/login");

    await page.goto("/login?next=%2Fhistory");
    await page.getByLabel("Email").fill(DEMO.customer);
    await page.getByLabel("Password", { exact: true }).fill("not-my-password");
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    expect(await toast(page, "Login Failed")).toContain("Invalid email or password");
    expect(await page.getByLabel("Email").inputValue()).toBe(DEMO.customer);

    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await arrivesAt(page, "/history");
    await sees(page.getByRole("link", { name: "Reorder" }));
  });

  test("is over when Back shows the sign-in page as it was left", async () => {
    const { browser, context, page } = await keepsPages();
    try {
      await page.addInitScript(() => window.addEventListener("pageshow", ({ persisted }) => persisted && Object.assign(window, { wasRestored: true })));
      await page.goto("/login?next=%2Fhelp");
      await page.getByLabel("Email").fill(DEMO.customer);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In with Email" }).click();
      await arrivesAt(page, "/help");

      // The server does not tell the page who is signed in by now: it must be ready by itself.
      await context.setOffline(true);
      await page.evaluate(() => window.history.back());
      await becomes(() => pathOf(page), "/login?next=%2Fhelp");
      await becomes(() => wasRestored(page), true);
      await sees(page.getByRole("button", { name: "Sign In with Email", disabled: false }));
      expect(await page.getByText("Signing in...").count()).toBe(0);
    } finally {
      await browser.close();
    }
  });

  test("as a guest shows home, and every page that a visitor may see asks for nothing", async ({ stage }) => {
    const { page } = await stage.enters();

    await page.goto("/login");
    await page.getByRole("link", { name: "Continue as guest" }).click();
    await arrivesAt(page, "/");
    await sees(page.getByRole("heading", { name: "Available in Your Area" }));
  });

  test("never leaves the site afterwards", async ({ stage }) => {
    const { page } = await stage.enters();

    // All of them are tried on who is signed in already, which is quicker.
    for (const next of WAYS_OUT.slice(0, 5)) {
      await page.goto("about:blank");
      await page.context().clearCookies();
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel("Email").fill(DEMO.customer);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In with Email" }).click();
      await arrivesAt(page, "/");
      await sees(page.getByRole("heading", { name: "Available in Your Area" }));
    }
  });

  test("with Google or Apple, which are not set up, leads back with a sentence", async ({ stage }) => {
    const { page } = await stage.enters();

    for (const name of ["Google", "Apple"]) {
      await page.goto("/login?next=%2Fhistory");
      await page.getByRole("button", { name: `Continue with ${name}` }).click();
      const notice = page.getByRole("alert").filter({ hasText: "is not available here" });
      await sees(notice);
      expect(await words(notice)).toBe(`Signing in with ${name} is not available here. Please use your email and password.`);
      expect(new URL(page.url()).pathname).toBe("/login");
    }
  });
});

describe("an account", () => {
  test("cannot be made twice, and its rules are checked in their order before any call", async ({ stage }) => {
    const { page, watch } = await stage.enters();
    await page.goto("/register");
    const create = page.getByRole("button", { name: "Create Account" });
    await page.getByLabel("First Name").fill("Alice");
    await page.getByLabel("Email").fill(DEMO.customer);

    await page.getByLabel("Password", { exact: true }).fill("abc");
    await page.getByLabel("Confirm Password").fill("abd");
    await create.click();
    expect(await toast(page, "Error")).toContain("Passwords do not match");
    await page.getByLabel("Confirm Password").fill("abc");
    await create.click();
    expect(await toast(page, "Password must be at least 6 characters")).toContain("Error");

    watch.expectAnswer(400, "/api/auth/register");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm Password").fill(PASSWORD);
    await create.click();
    await toast(page, "Registration Failed");
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("First Name").inputValue()).toBe("Alice");
  });

  test("is left by signing out", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.signsIn(DEMO.customer);

    await page.goto("/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await arrivesAt(page, "/");
    await page.goto("/profile");
    await sees(page.getByRole("link", { name: "Sign in" }));
    await seesNoMore(page.getByRole("button", { name: "Sign Out" }));
    expect(pathOf(page)).toBe("/profile");
  });
});
