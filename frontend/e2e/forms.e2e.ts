import { expect } from "vitest";

import { DEMO, PASSWORD } from "./support/person";
import { arrivesAt, becomes, sees } from "./support/seeing";
import { test } from "./support/stage";

test("the register form outlives its own Terms, but for the passwords", async ({ stage }) => {
  const { page } = await stage.enters();
  const first = page.getByLabel("First Name");
  await page.goto("/register");
  await first.fill("Alice");
  await page.getByLabel("Email").fill("alice@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);

  await page.getByRole("link", { name: "terms of service" }).click();
  await arrivesAt(page, "/terms");
  await sees(page.getByRole("heading", { level: 1, name: "Terms of Service" }));
  await page.goBack();

  await becomes(() => first.inputValue(), "Alice");
  expect(await page.getByLabel("Email").inputValue()).toBe("alice@example.com");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(PASSWORD);
});

test("the form for recurring pickups outlives a reload, a link and Back", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  // Without a card there is the link that leads away to save one.
  await page.route("**/api/payment-methods", (route) => route.fulfill({ json: [] }));
  await page.goto("/recurring?form=open");
  const form = page.getByRole("form");
  const pickup = form.getByLabel("Pickup address");
  await pickup.fill("Langstrasse 5, Zurich 8004");

  await form.getByRole("link", { name: "Save a card" }).click();
  await arrivesAt(page, "/profile/payment-methods");
  await page.goBack();
  await becomes(() => pickup.inputValue(), "Langstrasse 5, Zurich 8004");

  await page.reload();
  await sees(form);
  expect(await pickup.inputValue()).toBe("Langstrasse 5, Zurich 8004");
});
