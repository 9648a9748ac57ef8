import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { PASSWORD, type Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";

const MINE = "Your Suuber password";

/** Goes to Stripe's page, and ends the visit with this button. */
async function visitStripe({ page }: Person, button: string, ending: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const stripes = page.getByRole("button", { name: "Go on to Stripe" });
  await page.locator("form", { has: stripes }).getByLabel(MINE).fill(PASSWORD);
  await stripes.click();
  await page.getByRole("button", { name: ending }).click();
  await page.waitForURL("**/provider/earnings");
}

/** Pays out to a provider through Stripe, after the confirmation page. */
async function payThroughStripe({ page }: Person, email: string): Promise<void> {
  await page.goto(`/admin/orders/payout/?queue=stripe&q=${encodeURIComponent(email)}`);
  await page.locator("input.action-select").first().check();
  await page.locator("select[name=action]").selectOption({ label: "Pay through Stripe" });
  await page.getByRole("button", { name: "Run" }).click();
  await expect(
    page.getByText(/of our balance at Stripe to acct_\w+, at once\. The provider is told\./).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Pay through Stripe" }).click();
  await expect(page.getByText(/went to Stripe, \w+: tr_/).first()).toBeVisible();
}

test.describe("a provider's earnings", () => {
  test("wait for an account, go out through Stripe or to a bank, and stand in a statement", async ({ make, users }) => {
    const { users: made } = await make({
      users: [
        { ref: "alice" },
        { ref: "matteo", firstName: "Matteo", lastName: "Ferrari" },
        { ref: "dora", operator: "all" },
      ],
      providers: [{ ref: "salon", user: "matteo", payout: true }],
      orders: [
        {
          ref: "paid",
          customer: "alice",
          provider: "salon",
          status: "completed",
          pickup: { days: -10, time: "10:00" },
        },
      ],
    });
    const matteo = await users.signedIn(made.matteo);
    const { page } = matteo;

    // 1. From the jobs to the earnings: the payout waits for an account.
    await page.goto("/provider");
    await page.getByRole("link", { name: "Earnings" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Where may we send your money?" }).first()).toBeVisible();
    await expect(page.getByText("Needs your account").first()).toBeVisible();
    await expectAccessible(page);

    // 2. Stripe's page is left half-way, then completed: payouts go there.
    await visitStripe(matteo, "Set up with Stripe", "Go on later");
    await expect(page.getByText("You have not finished at Stripe yet").first()).toBeVisible();
    await expect(page.getByText("Needs your account").first()).toBeVisible();
    await expectAccessible(page);
    await visitStripe(matteo, "Continue at Stripe", "Complete onboarding");
    await expect(page.getByText("Through Stripe", { exact: true }).first()).toBeVisible();
    await expect(page.getByText("On its way").first()).toBeVisible();
    await expectAccessible(page);

    // 3. An operator pays it out.
    const dora = await users.signedIn(made.dora, { viewport: DESKTOP });
    await payThroughStripe(dora, made.matteo.email);
    await page.reload();
    await expect(page.getByText(/^Paid .*, tr_/).first()).toBeVisible();

    // 4. A bank account instead: a typo is shown at its field, and input stays.
    await page.getByRole("button", { name: "Use a bank account instead" }).click();
    matteo.pageErrors.expectResponse(400, "/api/provider/payout-account");
    await page.getByLabel("Name on the account").fill("Matteo Ferrari");
    await page.getByLabel("IBAN").fill("CH9300762011623852958");
    await page.getByLabel(MINE).fill(PASSWORD);
    await page.getByRole("button", { name: "Save account" }).click();
    await expect(
      page.getByText("This IBAN has a typing error. Please compare it with your card.").first(),
    ).toBeVisible();
    await expect(page.getByLabel("IBAN")).toHaveValue("CH93 0076 2011 6238 5295 8");
    await expectAccessible(page);

    // 5. Corrected, payouts go there from now on.
    await page.getByLabel("IBAN").fill("CH9300762011623852957");
    await page.getByRole("button", { name: "Save account" }).click();
    await expect(toast(page, "Account saved")).toBeVisible();
    await expect(page.getByText("IBAN ending in 2957").first()).toBeVisible();
    await expect(page.getByText("Through Stripe", { exact: true }).first()).toBeHidden();
    await expectAccessible(page);

    // 6. The statement can be downloaded.
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("link", { name: /^PDF, / })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.pdf$/);
    const savedAs = path.join(await mkdtemp(path.join(tmpdir(), "statement-")), "statement.pdf");
    await file.saveAs(savedAs);
    expect((await readFile(savedAs)).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
