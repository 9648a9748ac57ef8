import type { Locator, Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";

export const PDF = Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
// One grey pixel.
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

export const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });
export const clickContinue = (page: Page): Promise<void> => page.getByRole("button", { name: "Continue" }).click();
export const expectStep = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

/** Uploads a document of the application; returns its row. */
export async function uploadDocument(
  page: Page,
  document: string,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<Locator> {
  const row = page.getByRole("group", { name: document });
  await row.getByLabel(`for ${document}`).setInputFiles({ name, mimeType, buffer });
  return row;
}

/** Opens a submitted application as an operator. */
export async function openApplication({ page }: Person, name: string): Promise<void> {
  await page.goto("/admin/providers/application/?stage=submitted");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
}

/** Decides on the open application as an operator. */
export async function decide({ page }: Person, how: string, note?: string): Promise<void> {
  await page.getByRole("link", { name: how }).click();
  if (note !== undefined) await page.getByLabel("What the applicant reads").fill(note);
  await page.getByRole("button", { name: how }).click();
}
