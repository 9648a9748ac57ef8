import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";
import { PNG } from "../support/pictures.ts";

const form = (page: Page, name: string): Locator => page.getByRole("form", { name });
const fee = (page: Page): Promise<string> => page.getByRole("slider", { name: "Late-cancel fee" }).inputValue();

async function save(page: Page, name: string, called: string): Promise<void> {
  const button = form(page, name).getByRole("button", { name: called });
  const response = page.waitForResponse((response) => response.request().method() === "PATCH");
  await button.click();
  expect((await response).status()).toBe(200);
  await expect(toast(page, "Saved")).toBeVisible();
  // A toast of the previous section may still be visible.
  await expect(button).toBeEnabled();
}

/** A click on the map shows localities; one is added and removed again; axe finds nothing. */
async function lookOnTheMap(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Choose on the map" }).click();
  const dialog = page.getByRole("dialog", { name: "Where you come to" });
  const map = dialog.getByRole("region", { name: "Map of Switzerland" });
  await expect(map.getByText("1260").first()).toBeVisible();
  await map.click({ position: { x: 170, y: 200 } });
  const found = dialog.getByRole("list", { name: "Places there" }).getByRole("button", { pressed: false }).first();
  await expect(found).toBeVisible();
  const name = await found.innerText();
  await found.click();
  await expect(dialog.getByRole("button", { name, pressed: true })).toBeVisible();
  await dialog.getByRole("button", { name, pressed: true }).click();
  await expect(dialog.getByRole("button", { name, pressed: false }).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.first()).toBeHidden();
}

test.describe("a provider's settings", () => {
  test("are on the public page as soon as they are saved", async ({ make, users }) => {
    const before = { lateFeePercent: 50, serviceArea: ["1003", "1018"] };
    const { users: made, providers } = await make({
      providers: [{ ref: "salon", lateFeePercent: before.lateFeePercent, postalCodes: before.serviceArea }],
    });
    const bruno = await users.signedIn(made.salon);
    const visitor = await users.visitor();
    const { page } = bruno;

    // 1. The fee, with an example.
    await page.goto("/profile");
    await page.getByRole("link", { name: /Your provider page/ }).click();
    await expect(page.getByText(/Example: of a standard order of CHF 25.00/).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("slider", { name: "Late-cancel fee" }).fill("20");
    await expect(page.getByText("Example: of a standard order of CHF 25.00, CHF 5.00 is kept.").first()).toBeVisible();
    await save(page, "Bookings", "Save bookings");

    // 2. Another locality.
    await form(page, "Where you come to").getByRole("textbox").fill("Nyon");
    await form(page, "Where you come to").getByRole("button", { name: "Add 1260 Nyon" }).click();
    await save(page, "Where you come to", "Save places");
    await lookOnTheMap(page);

    // 3. A photo: another file type is refused beside the button.
    const photo = page.getByRole("group", { name: "Photo" });
    bruno.pageErrors.expectResponse(400, "/api/provider/photo");
    await photo
      .locator("input[type=file]")
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await expect(photo.getByRole("alert").getByText("Please choose a JPEG or PNG picture.").first()).toBeVisible();
    await photo.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: PNG });
    await expect(photo.getByText("Your new photo is shown.").first()).toBeVisible();
    await expectAccessible(page);

    // 4. Everybody sees it, also after a reload.
    await visitor.page.goto(`/providers/${providers.salon.id}`);
    await expect(visitor.page.getByText("1260 Nyon").first()).toBeVisible();
    const face = visitor.page.locator("main img[src^='/photos/']").first();
    await expect.poll(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove 1260 Nyon" })).toBeVisible();
    await expect.poll(() => fee(page)).toBe("20");

    // 5. Everything is reset.
    await photo.getByRole("button", { name: "Remove photo" }).click();
    await expect(photo.getByText("Your photo is removed.").first()).toBeVisible();
    await page.getByRole("button", { name: "Remove 1260 Nyon" }).click();
    await save(page, "Where you come to", "Save places");
    await page.getByRole("slider", { name: "Late-cancel fee" }).fill(String(before.lateFeePercent));
    await save(page, "Bookings", "Save bookings");
    const after = await bruno.call<{ lateFeePercent: number; serviceArea: string[]; photoUrl: string | null }>(
      "GET",
      "/api/provider/settings",
    );
    expect([after.lateFeePercent, after.serviceArea, after.photoUrl]).toEqual([
      before.lateFeePercent,
      before.serviceArea,
      null,
    ]);
    await visitor.page.reload();
    await expect(visitor.page.getByText("1260 Nyon").first()).toBeHidden();
  });
});
