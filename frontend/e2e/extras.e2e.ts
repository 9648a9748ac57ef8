import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect } from "vitest";

import { CARDS } from "./support/cards";
import { looksRight } from "./support/looks";
import { ADDRESS, providerWithHours } from "./support/orders";
import { fillsCard, presses } from "./support/paying";
import { arrivesAt, becomes, pathOf, sees, seesNoMore } from "./support/seeing";
import { test } from "./support/stage";

const COAT = "Dry cleaning: coat";

describe("extras", () => {
  test("lead from the list of services into the form, are paid with the order, and stand on tracking and on the receipt", { timeout: 90_000 }, async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    const provider = await providerWithHours(alice, 3);

    // 1. The list says what each costs; a coat is chosen there.
    await page.goto("/services");
    await sees(page.getByText("+CHF 25.00 per piece"));
    await looksRight(page);
    await page.getByRole("link", { name: /^Book\s*: Dry cleaning: coat$/ }).click();
    await becomes(() => pathOf(page), "/booking?extra=coat");

    // 2. The form begins with it.
    await page.goto(`/booking?providerId=${provider.id}&extra=coat`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
    await page.getByRole("group", { name: "Preferred pickup time" }).locator("input:enabled").first().check();
    await sees(page.getByText("For pickups today. Choose an hour of today first."));
    await page.getByRole("button", { name: `One more: ${COAT}` }).click();
    await page.getByRole("checkbox", { name: /^Delicate items/ }).check();
    await looksRight(page);

    // 3. It is paid with the order.
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await arrivesAt(page, /^\/checkout\//);
    await sees(page.getByText(`2 × ${COAT}`));
    await fillsCard(page, CARDS.succeeds);
    await presses(page, "82.50");
    await arrivesAt(page, /^\/tracking\//);
    await sees(page.getByText(`2 × ${COAT}`));

    // 4. The receipt is made in the background, within seconds.
    const address = `/api/orders/${pathOf(page).split("/").at(-1)?.split("?")[0] ?? ""}/receipt.pdf`;
    await becomes(async () => (await page.context().request.get(address)).status(), 200);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Receipt (PDF)" }).click();
    const receipt = await downloading;
    expect(receipt.suggestedFilename()).toMatch(/^receipt-R-\d{4}-\d{6}\.pdf$/);
    const file = path.join(await mkdtemp(path.join(tmpdir(), "receipt-")), "receipt.pdf");
    await receipt.saveAs(file);
    expect((await readFile(file)).subarray(0, 5).toString()).toBe("%PDF-");
    await looksRight(page);
    await seesNoMore(page.getByText("Something went wrong"));
  });
});
