import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { pathOf } from "../support/page.ts";
import { fillCard, pressPay } from "../support/paying.ts";
import { textOfPdf } from "../support/pdf.ts";

const COAT = "Dry cleaning: coat";

const ALLERGIES = "Lavender, and nuts";

test.describe("extras", () => {
  test("lead from the list of services into the form, are paid with the order, and stand on tracking and on the receipt", async ({
    make,
    users,
  }) => {
    test.setTimeout(90_000);
    const { users: made, providers } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
    const { page } = await users.signedIn(made.alice);

    // 1. The list shows the prices; a coat is chosen.
    await page.goto("/services");
    await expect(page.getByText("+CHF 25.00 per piece").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: COAT }).check();
    await page.getByRole("checkbox", { name: "Delicate items" }).check();
    await page.getByRole("link", { name: "Book with 2 add-ons" }).click();
    await expect(page).toHaveURL("/booking?extra=coat%2Cdelicate");
    await page.getByRole("link", { name: "Go Back Home" }).click();
    await expect(page).toHaveURL("/?extra=coat%2Cdelicate");

    // 2. The form has it selected.
    await page.goto(`/booking?providerId=${providers.salon.id}&extra=coat%2Cdelicate`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    await page.getByRole("group", { name: "Preferred pickup time" }).locator("input:enabled").first().check();
    await expect(page.getByText("For pickups today. Choose an hour of today first.").first()).toBeVisible();
    await page.getByRole("button", { name: `One more: ${COAT}` }).click();
    await expect(page.getByRole("checkbox", { name: /^Delicate items/ })).toBeChecked();
    await expectAccessible(page);

    // 3. It is part of the payment.
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page).toHaveURL(/\/checkout\//);
    await page.getByRole("button", { name: /^Order summary/ }).click();
    await expect(page.getByText(`2 × ${COAT}`).first()).toBeVisible();

    // 4. The first order asks once how it is to be done.
    await page.getByRole("button", { name: "Say how" }).click();
    await page.getByLabel("Allergies").fill(ALLERGIES);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Your care profile is saved").first()).toBeVisible();
    await fillCard(page, CARDS.succeeds);
    await pressPay(page, "82.50");
    await expect(page).toHaveURL(/\/tracking\//);
    await expect(page.getByText(`2 × ${COAT}`).first()).toBeVisible();
    await expect(page.getByText(`Allergies: ${ALLERGIES}`)).toBeVisible();

    // 5. The receipt is made in the background, within seconds.
    const address = `/api/orders/${pathOf(page).split("/").at(-1)?.split("?")[0] ?? ""}/receipt.pdf`;
    await expect.poll(async () => (await page.context().request.get(address)).status()).toBe(200);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Receipt (PDF)" }).click();
    const receipt = await downloading;
    expect(receipt.suggestedFilename()).toMatch(/^receipt-R-\d{4}-\d{6}\.pdf$/);
    const file = path.join(await mkdtemp(path.join(tmpdir(), "receipt-")), "receipt.pdf");
    await receipt.saveAs(file);
    const text = await textOfPdf(file);
    for (const said of [providers.salon.businessName, "Delicate items", COAT, "82.50"]) expect(text).toContain(said);
    await expectAccessible(page);
    await expect(page.getByText("Something went wrong").first()).toBeHidden();

    // 6. The neighbor reads the add-ons and the care with the job.
    const salon = await users.signedIn(made.salon);
    await salon.page.goto("/provider");
    await expect(salon.page.getByText(`2 × ${COAT}`).first()).toBeVisible();
    await expect(salon.page.getByText(`Allergies: ${ALLERGIES}`)).toBeVisible();
    await expectAccessible(salon.page);
  });
});
