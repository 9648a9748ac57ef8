import type { Page } from "@playwright/test";

import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import { ALICE } from "./worlds.ts";

const ALL = "Mark all as read";
/** The smallest phone, a phone, the narrowest desktop and a desktop. */
const WIDTHS = [320, 390, 768, 1280];

async function readAll(page: Page): Promise<void> {
  await press(button(page, ALL));
  await expect(button(page, ALL)).toBeHidden();
}

async function undo(page: Page): Promise<void> {
  await press(button(page, "Undo"));
  await expect(button(page, ALL)).toBeVisible();
}

/** The toast is below the page's title and back button. */
async function expectToastBelowTitle(page: Page): Promise<void> {
  const toastBox = await page.locator("[data-toasts] > *").first().boundingBox();
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("main").getByRole("link", { name: "Back", exact: true }),
  ]) {
    const box = await part.boundingBox();
    expect(box !== null && toastBox !== null && box.y + box.height <= toastBox.y).toBe(true);
  }
}

const ONE_NOTICE: ActRow = {
  name: "opening a notice",
  who: "alice",
  world: { users: [ALICE] },
  acts: [
    {
      name: "a notice is read",
      at: "/notifications",
      does: async (page) => {
        await press(page.getByRole("main").getByRole("listitem").getByRole("link").first());
        await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeHidden();
      },
    },
  ],
};

const ALL_NOTICES: readonly ActRow[] = WIDTHS.map((width) => ({
  name: `reading all notices, ${width} pixels wide,`,
  who: "alice",
  world: { users: [ALICE] },
  options: { viewport: { width, height: 700 } },
  acts: [
    {
      name: "all is read",
      lands: /^h1 Notifications/,
      at: "/notifications",
      does: async (page) => {
        await readAll(page);
        await expect(toast(page, "All marked as read")).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
        await expectToastBelowTitle(page);
      },
    },
    { name: "all is unread again", does: undo },
  ],
}));

export const WITH_NOTICES: readonly ActRow[] = [ONE_NOTICE, ...ALL_NOTICES];
