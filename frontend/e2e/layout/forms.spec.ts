import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { ALICE } from "./tables/worlds.ts";

test("the register form outlives its own Terms, but for the passwords", async ({ users }) => {
  const { page } = await users.visitor();
  const first = page.getByLabel("First Name");
  await page.goto("/register");
  await first.fill("Alice");
  await page.getByLabel("Email").fill("alice@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);

  await page.getByRole("link", { name: "terms of service" }).click();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
  await page.goBack();

  await expect(first).toHaveValue("Alice");
  await expect(page.getByLabel("Email")).toHaveValue("alice@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect.poll(() => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(PASSWORD);
});

test("the form for recurring pickups outlives a reload, a link and Back", async ({ make, users }) => {
  // Without a card the form shows the link to save one.
  const { users: made } = await make({ users: [ALICE] });
  const { page } = await users.signedIn(made.alice);
  await page.goto("/recurring?form=open");
  const form = page.getByRole("form");
  const pickup = form.getByLabel("Pickup address");
  await pickup.fill("Langstrasse 5, Zurich 8004");

  await form.getByRole("link", { name: "Save a card" }).click();
  await expect(page).toHaveURL("/profile/payment-methods");
  await page.goBack();
  await expect(pickup).toHaveValue("Langstrasse 5, Zurich 8004");

  await page.reload();
  await expect(form.first()).toBeVisible();
  await expect(pickup).toHaveValue("Langstrasse 5, Zurich 8004");
});
