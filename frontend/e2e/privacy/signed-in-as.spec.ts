import type { Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";

const REASON = "She cannot find her order";

/** Finds a customer in the admin site by email address, as an operator. */
async function findCustomer({ page }: Person, email: string): Promise<void> {
  await page.goto("/admin/");
  await page.getByRole("searchbox").first().fill(email);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("link", { name: "Sign in as this customer" })).toBeVisible();
}

test("support sees the web app as a customer does, changes no money, and comes back to the admin site", async ({
  make,
  users,
}) => {
  const { users: made } = await make({
    users: [{ ref: "alice" }, { ref: "dora", firstName: "Dora", operator: "all" }],
  });
  const dora = await users.signedIn(made.dora, { viewport: DESKTOP });
  const { page } = dora;
  dora.pageErrors.allowResponse(403);
  await findCustomer(dora, made.alice.email);
  const account = page.url();

  await page.getByRole("link", { name: "Sign in as this customer" }).click();
  await page.getByLabel(/^Reason/).fill(REASON);
  await page.getByRole("button", { name: /^Sign in as / }).click();

  const bar = page.getByRole("complementary", { name: "Signed in as a customer" });
  await expect(bar.getByText(/^You are signed in as /).first()).toBeVisible();
  await expect(bar.getByText(/^Ends \d\d:\d\d\.$/).first()).toBeVisible();
  await page.goto("/history");
  await expect(bar.getByRole("button", { name: "End" })).toBeVisible();
  await expect(dora.call("POST", "/api/payment-methods/setup")).rejects.toThrow("not_while_signed_in_as");

  await bar.getByRole("button", { name: "End" }).click();
  await expect(page).toHaveURL(new URL(account).pathname);
  await expect(page.getByRole("link", { name: "Sign in as this customer" })).toBeVisible();
  const { user } = await dora.call<{ user: { email: string } }>("GET", "/api/auth/session");
  expect(user.email).toBe(made.dora.email);
});
