import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect } from "vitest";

import { looksRight } from "./support/looks";
import { DEMO, PASSWORD, type Person } from "./support/person";
import { sees, seesNoMore, toast } from "./support/seeing";
import { DESK, test } from "./support/stage";

// The one neighbour who has named no account yet; no other test earns or changes anything of his.
const MATTEO = "matteo.ferrari@example.com";

const MINE = "Your Suuber password";

/** Goes to Stripe's page and ends the visit there as told. */
async function visitsStripe({ page }: Person, button: string, ending: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const stripes = page.getByRole("button", { name: "Go on to Stripe" });
  await page.locator("form", { has: stripes }).getByLabel(MINE).fill(PASSWORD);
  await stripes.click();
  await page.getByRole("button", { name: ending }).click();
  await page.waitForURL("**/provider/earnings");
}

/** Pays what goes through Stripe, after a look at what that means. */
async function paysThroughStripe({ page }: Person): Promise<void> {
  await page.goto("/admin/orders/payout/?queue=stripe&q=matteo");
  await page.locator("input.action-select").first().check();
  await page.locator("select[name=action]").selectOption({ label: "Pay through Stripe" });
  await page.getByRole("button", { name: "Run" }).click();
  await sees(page.getByText(/of our balance at Stripe to acct_\w+, at once\. The provider is told\./));
  await page.getByRole("button", { name: "Pay through Stripe" }).click();
  await sees(page.getByText(/went to Stripe, \w+: tr_/));
}

describe("a provider's earnings", () => {
  test("wait for an account, go out through Stripe or to a bank, and stand in a statement", { timeout: 90_000 }, async ({ stage }) => {
    const matteo = await stage.enters();
    const { page } = matteo;
    await matteo.signsIn(MATTEO);

    // 1. From the jobs to the money: it waits.
    await page.goto("/provider");
    await page.getByRole("link", { name: "Earnings" }).click();
    await sees(page.getByRole("heading", { level: 2, name: "Where may we send your money?" }));
    await sees(page.getByText("Needs your account").first());
    await looksRight(page);

    // 2. Stripe's page is left half-way, and gone on with: from then on the money goes there.
    await visitsStripe(matteo, "Set up with Stripe", "Go on later");
    await sees(page.getByText("You have not finished at Stripe yet"));
    await sees(page.getByText("Needs your account").first());
    await looksRight(page);
    await visitsStripe(matteo, "Continue at Stripe", "Complete onboarding");
    await sees(page.getByText("Through Stripe", { exact: true }));
    await sees(page.getByText("On its way").first());
    await looksRight(page);

    // 3. An operator pays it.
    const olivia = await stage.enters({ viewport: DESK });
    await olivia.signsIn(DEMO.operator);
    await paysThroughStripe(olivia);
    await page.reload();
    await sees(page.getByText(/^Paid .*, tr_/));

    // 4. A bank account instead: a slip is said at its field, and what was typed stays.
    await page.getByRole("button", { name: "Use a bank account instead" }).click();
    matteo.watch.expectAnswer(400, "/api/provider/payout-account");
    await page.getByLabel("Name on the account").fill("Matteo Ferrari");
    await page.getByLabel("IBAN").fill("CH9300762011623852958");
    await page.getByLabel(MINE).fill(PASSWORD);
    await page.getByRole("button", { name: "Save account" }).click();
    await sees(page.getByText("This IBAN has a typing error. Please compare it with your card."));
    expect(await page.getByLabel("IBAN").inputValue()).toBe("CH93 0076 2011 6238 5295 8");
    await looksRight(page);

    // 5. Set right, payouts go there from now on.
    await page.getByLabel("IBAN").fill("CH9300762011623852957");
    await page.getByRole("button", { name: "Save account" }).click();
    await toast(page, "Account saved");
    await sees(page.getByText("IBAN ending in 2957"));
    await seesNoMore(page.getByText("Through Stripe", { exact: true }));
    await looksRight(page);

    // 6. The statement is a document of their own.
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^PDF, / }).first().click()]);
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.pdf$/);
    const kept = path.join(await mkdtemp(path.join(tmpdir(), "statement-")), "statement.pdf");
    await file.saveAs(kept);
    expect((await readFile(kept)).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
