import { ADDRESS_LINE } from "../../fixtures/orders.ts";
import { swissDay } from "../../fixtures/swiss-time.ts";
import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press, pressInDialog } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import { BOOKED, SALON } from "./worlds.ts";

/** More than 48 hours away, so the pickup has no order yet. */
const DAYS_AHEAD = 4;
const PAYS = { ref: "alice", cards: ["visa", "mastercard"] } as const;

const weekday = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(new Date(day));

const SKIPPING: ActRow = {
  name: "skipping, pausing and ending recurring pickups",
  who: "alice",
  world: {
    users: [PAYS],
    providers: [SALON],
    recurring: [{ ref: "weekly", ...BOOKED, days: DAYS_AHEAD, time: "15:00" }],
  },
  acts: [
    {
      name: "a pickup is skipped",
      lands: /^button (Move|Skip) /,
      at: "/recurring",
      does: async (page) => {
        await press(button(page, /^Skip /).first());
        await pressInDialog(page, "Skip pickup");
        await expect(toast(page, "Pickup skipped")).toBeVisible();
        await expect(page.getByText("Skipped").first()).toBeVisible();
      },
    },
    {
      name: "the skip is taken back",
      lands: /^button (Move|Skip) /,
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(page.getByText("Skipped", { exact: true })).toBeHidden();
      },
    },
    {
      name: "a pickup is skipped for good",
      lands: /^button (Move|Skip) /,
      does: async (page) => {
        await press(button(page, /^Skip /).first());
        await pressInDialog(page, "Skip pickup");
        await expect(toast(page, "Pickup skipped")).toBeVisible();
        await press(button(page, "Close"));
        await expect(page.locator("[data-toasts]").getByText("Pickup skipped")).toBeHidden();
        await expect(page.getByText("Skipped", { exact: true })).toBeVisible();
      },
    },
    {
      name: "a booking is paused",
      lands: /^button Resume/,
      does: async (page) => {
        await press(button(page, "Pause"));
        await page.getByRole("dialog").getByLabel("Pause until").fill(swissDay(30));
        await pressInDialog(page, "Pause booking");
        await expect(button(page, "Resume")).toBeVisible();
      },
    },
    {
      name: "a booking is resumed",
      lands: /^button Pause/,
      does: async (page) => {
        await press(button(page, "Resume"));
        await expect(button(page, "Pause")).toBeVisible();
      },
    },
    {
      name: "a booking is ended",
      does: async (page) => {
        await press(button(page, "Cancel booking"));
        await pressInDialog(page, "Cancel booking");
        await expect(toast(page, "Recurring Booking Cancelled")).toBeVisible();
      },
    },
  ],
};

const SETTING_UP: ActRow = {
  name: "setting up recurring pickups, and changing them",
  who: "alice",
  world: { users: [PAYS], providers: [SALON] },
  acts: [
    {
      name: "a booking is created",
      at: "/recurring?providerId={salon}",
      does: async (page) => {
        await page.getByLabel("Day of the week").selectOption({ label: weekday(swissDay(DAYS_AHEAD)) });
        await page.getByLabel("Pickup address").fill(ADDRESS_LINE);
        await press(button(page, "Same as pickup"));
        await press(button(page, "Create Recurring Booking"));
        await expect(toast(page, "Recurring Booking Created")).toBeVisible();
      },
    },
    {
      name: "all its pickups",
      lands: /^(button|a|h\d) /,
      does: async (page) => {
        await press(button(page, /^Show all \d/));
        await expect(button(page, /^Show all \d/)).toBeHidden();
      },
    },
    {
      name: "a booking is changed",
      lands: /^button Edit/,
      does: async (page) => {
        await press(button(page, "Edit"));
        await page.getByRole("dialog").getByLabel("Preferred time").selectOption("11:00");
        await pressInDialog(page, /^Save changes/);
        await expect(toast(page, "Booking changed")).toBeVisible();
      },
    },
    {
      name: "another card",
      lands: /^button .*card/i,
      does: async (page) => {
        await press(button(page, /change card/i));
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio").nth(2).check();
        await pressInDialog(page, /^Change card/);
      },
    },
    {
      name: "a pickup is moved",
      // A pickup can be moved only once.
      lands: /^button Skip /,
      does: async (page) => {
        await press(button(page, /^Move /).first());
        await press(
          page
            .getByRole("dialog")
            .getByRole("grid")
            .getByRole("button", { name: /, 14:00 to/ })
            .locator("visible=true")
            .first(),
        );
        await pressInDialog(page, /^Move pickup/);
        await expect(toast(page, "Pickup moved")).toBeVisible();
      },
    },
    {
      name: "a booking that was changed is ended",
      does: async (page) => {
        await press(button(page, "Cancel booking"));
        await pressInDialog(page, "Cancel booking");
        await expect(button(page, "Cancel booking")).toBeHidden();
      },
    },
  ],
};

export const WITH_RECURRING_PICKUPS: readonly ActRow[] = [SKIPPING, SETTING_UP];
