import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Locator, Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { pathOf } from "../support/page.ts";
import { fillCard, pressPay } from "../support/paying.ts";
import { textOfPdf } from "../support/pdf.ts";

const COAT = "Dry cleaning: coat";

const ALLERGIES = "Lavender, and nuts";

/** Downloads a document by its link, and returns the name it comes with and its text. */
async function downloaded(page: Page, link: Locator): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent("download");
  await link.click();
  const download = await downloading;
  const file = path.join(await mkdtemp(path.join(tmpdir(), "document-")), "document.pdf");
  await download.saveAs(file);
  return { name: download.suggestedFilename(), text: await textOfPdf(file) };
}

test.describe("add-ons", () => {
  test("lead from the list of services by a neighbor into the form, are paid with the order, and stand on its documents", async ({
    make,
    users,
  }) => {
    test.setTimeout(120_000);
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

    // 2. So does the neighbor's "Book Now": the form has it selected.
    await page.getByPlaceholder("Search service providers...").fill(made.salon.firstName);
    await page.getByRole("link", { name: `Book Now with ${providers.salon.name}` }).click();
    await expect(page).toHaveURL(new RegExp(`/booking\\?.*providerId=${providers.salon.id}`));
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
    const receipt = await downloaded(page, page.getByRole("link", { name: "Receipt (PDF)" }));
    expect(receipt.name).toMatch(/^receipt-R-\d{4}-\d{6}\.pdf$/);
    for (const said of [providers.salon.businessName, "Delicate items", COAT, "82.50"]) {
      expect(receipt.text).toContain(said);
    }
    await expectAccessible(page);
    await expect(page.getByText("Something went wrong").first()).toBeHidden();

    // 6. The neighbor reads the add-ons and the care with the job.
    const salon = await users.signedIn(made.salon);
    await salon.page.goto("/provider");
    await expect(salon.page.getByText(`2 × ${COAT}`).first()).toBeVisible();
    await expect(salon.page.getByText(`Allergies: ${ALLERGIES}`)).toBeVisible();
    await expectAccessible(salon.page);

    // 7. What is cancelled is refunded, and the refund has a document of its own beside the receipt, which stays.
    await page.getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await expect(dialog.getByText("You get CHF 82.50 back.")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(page.getByText("CHF 82.50 refunded").first()).toBeVisible();
    const noteLink = page.getByRole("link", { name: /^Credit note .+ \(PDF\)$/ });
    await expect(noteLink).toBeVisible();
    const number = /^Credit note (\S+)/.exec(await noteLink.innerText())?.[1] ?? "";
    const noteAddress = await noteLink.getAttribute("href");
    await expect.poll(async () => (await page.context().request.get(noteAddress ?? "")).status()).toBe(200);
    const note = await downloaded(page, noteLink);
    expect(note.name).toBe(`credit-note-${number}.pdf`);
    for (const said of [number, receipt.name.slice("receipt-".length, -".pdf".length), "82.50"]) {
      expect(note.text).toContain(said);
    }
    await expectAccessible(page);
    const again = await downloaded(page, page.getByRole("link", { name: "Receipt (PDF)" }));
    expect(again).toEqual(receipt);
  });
});
