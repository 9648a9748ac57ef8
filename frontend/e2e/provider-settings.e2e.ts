import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { looksRight } from "./support/looks";
import { PNG } from "./support/pictures";
import { becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

// Somebody whose page no other test looks at or changes.
const THIERRY = "thierry.blanc@example.com";
const form = (page: Page, name: string): Locator => page.getByRole("form", { name });
const fee = (page: Page): Promise<string> => page.getByRole("slider", { name: "Late-cancel fee" }).inputValue();

async function saves(page: Page, name: string, called: string): Promise<void> {
  const button = form(page, name).getByRole("button", { name: called });
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await button.click();
  expect((await answered).status()).toBe(200);
  await toast(page, "Saved");
  // A toast of the section before may still be there.
  await becomes(() => button.isEnabled(), true);
}

/** A press on the map shows the places there; one of them is taken and left again, and nobody is kept out. */
async function looksOnTheMap(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Choose on the map" }).click();
  const dialog = page.getByRole("dialog", { name: "Where you come to" });
  const map = dialog.getByRole("region", { name: "Map of Switzerland" });
  await sees(map.getByText("1260"));
  await map.click({ position: { x: 170, y: 200 } });
  const found = dialog.getByRole("list", { name: "Places there" }).getByRole("button", { pressed: false }).first();
  await sees(found);
  const name = await found.innerText();
  await found.click();
  await sees(dialog.getByRole("button", { name, pressed: true }));
  await dialog.getByRole("button", { name, pressed: true }).click();
  await sees(dialog.getByRole("button", { name, pressed: false }));
  await looksRight(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await seesNoMore(dialog);
}

describe("a provider's settings", () => {
  test("are on the public page as soon as they are saved", async ({ stage }) => {
    const thierry = await stage.enters();
    const visitor = await stage.enters();
    const { page } = thierry;
    const { providerId } = await thierry.signsIn(THIERRY);
    const before = await thierry.call<{ lateFeePercent: number; serviceArea: string[] }>("GET", "/api/provider/settings");

    // 1. The fee, with what it means.
    await page.goto("/profile");
    await page.getByRole("link", { name: /Your provider page/ }).click();
    await sees(page.getByText(/Example: of a standard order of CHF 25.00/));
    await looksRight(page);
    await page.getByRole("slider", { name: "Late-cancel fee" }).fill("20");
    await sees(page.getByText("Example: of a standard order of CHF 25.00, CHF 5.00 is kept."));
    await saves(page, "Bookings", "Save bookings");

    // 2. Another place.
    await form(page, "Where you come to").getByRole("textbox").fill("Nyon");
    await form(page, "Where you come to").getByRole("button", { name: "Add 1260 Nyon" }).click();
    await saves(page, "Where you come to", "Save places");
    await looksOnTheMap(page);

    // 3. A photo: what is none is refused, and said where it was chosen.
    const photo = page.getByRole("group", { name: "Photo" });
    thierry.watch.expectAnswer(400, "/api/provider/photo");
    await photo.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await sees(photo.getByRole("alert").getByText("Please choose a JPEG or PNG picture."));
    await photo.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: PNG });
    await sees(photo.getByText("Your new photo is shown."));
    await looksRight(page);

    // 4. Everybody sees it; after a reload it is still there.
    await visitor.page.goto(`/providers/${providerId ?? ""}`);
    await sees(visitor.page.getByText("1260 Nyon"));
    const face = visitor.page.locator("main img[src^='/photos/']").first();
    await becomes(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth), 1);
    await page.reload();
    await sees(page.getByRole("button", { name: "Remove 1260 Nyon" }));
    expect(await fee(page)).toBe("20");

    // 5. Everything is put back, but for the portrait, which is a drawing: none stands in its place.
    await photo.getByRole("button", { name: "Remove photo" }).click();
    await sees(photo.getByText("Your photo is removed."));
    await page.getByRole("button", { name: "Remove 1260 Nyon" }).click();
    await saves(page, "Where you come to", "Save places");
    await page.getByRole("slider", { name: "Late-cancel fee" }).fill(String(before.lateFeePercent));
    await saves(page, "Bookings", "Save bookings");
    const after = await thierry.call<{ lateFeePercent: number; serviceArea: string[]; photoUrl: string | null }>("GET", "/api/provider/settings");
    expect([after.lateFeePercent, after.serviceArea, after.photoUrl]).toEqual([before.lateFeePercent, before.serviceArea, null]);
    await visitor.page.reload();
    await seesNoMore(visitor.page.getByText("1260 Nyon"));
  });
});
