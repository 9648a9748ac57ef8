import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

test.describe("signing in", () => {
  test("says what is wrong, and leads back to the page that asked", async ({ make, users }) => {
    const { users: made } = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: [
        {
          ref: "before",
          customer: "alice",
          provider: "salon",
          status: "completed",
          pickup: { days: -2, time: "10:00" },
        },
      ],
    });
    const { page, pageErrors } = await users.visitor();
    pageErrors.expectResponse(401, "/api/auth/login");

    await page.goto("/login?next=%2Fhistory");
    await page.getByLabel("Email").fill(made.alice.email);
    await page.getByLabel("Password", { exact: true }).fill("not-my-password");
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await expect(toast(page, "Login Failed")).toContainText("Invalid email or password", { useInnerText: true });
    await expect(page.getByLabel("Email")).toHaveValue(made.alice.email);

    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await expect(page).toHaveURL("/history");
    await expect(page.getByRole("link", { name: "Reorder" })).toBeVisible();
  });

  test("as a guest shows home, and every page that a visitor may see asks for nothing", async ({ users }) => {
    const { page } = await users.visitor();

    await page.goto("/login");
    await page.getByRole("link", { name: "Continue as guest" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
  });
});

test.describe("an account", () => {
  test("is left by signing out", async ({ make, users }) => {
    const { users: made } = await make({ users: [{ ref: "alice" }] });
    const { page } = await users.signedIn(made.alice);

    await page.goto("/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/profile");
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeHidden();
    await expect(page).toHaveURL("/profile");
  });
});
