import type { Page } from "@playwright/test";

import { swissDay } from "../../fixtures/swiss-time.ts";
import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press, pressInDialog } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import { SALON, WITH_A_JOB } from "./worlds.ts";

const OWN_PAGE: ActRow = {
  name: "changing the own page",
  who: "salon",
  world: { providers: [SALON] },
  acts: [
    {
      name: "another fee",
      lands: /^button Save bookings/,
      at: "/provider/settings",
      does: async (page) => {
        await press(button(page, "Save bookings"));
        await expect(toast(page, "Saved")).toBeVisible();
      },
    },
    {
      name: "another place",
      lands: /^(input|button) /,
      does: async (page) => {
        await page.getByRole("form", { name: "Where you come to" }).getByRole("textbox").fill("Nyon");
        await press(button(page, "Add 1260 Nyon"));
        await expect(button(page, "Remove 1260 Nyon")).toBeVisible();
      },
    },
    {
      name: "no other place",
      lands: /^(input|button) /,
      does: async (page) => {
        await press(button(page, "Remove 1260 Nyon"));
        await expect(button(page, "Remove 1260 Nyon")).toBeHidden();
      },
    },
  ],
};

/** The payout account: opening its form, and cancelling. */
const MONEY: ActRow = {
  name: "asking for another account",
  who: "salon",
  world: { providers: [{ ...SALON, iban: "CH93 0076 2011 6238 5295 7" }] },
  acts: [
    {
      name: "another account is asked for",
      lands: /^(input|button|h\d) /,
      at: "/provider/earnings",
      does: async (page) => {
        await press(button(page, "Change account"));
        await expect(page.getByLabel("IBAN").first()).toBeVisible();
      },
    },
    {
      name: "the account stays as it is",
      lands: /^(button|h\d) /,
      does: async (page) => {
        await press(button(page, "Cancel").first());
        await expect(page.getByLabel("IBAN").first()).toBeHidden();
      },
    },
  ],
};

/** Fills in how long a pause lasts. */
async function pauseFor(page: Page, days: number): Promise<void> {
  await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(days));
  await pressInDialog(page, "Pause now");
}

const THE_WEEK: ActRow = {
  name: "taking days off",
  who: "salon",
  world: { providers: [SALON] },
  acts: [
    {
      name: "a day off",
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Add days off"));
        await page.getByRole("dialog").getByLabel("First day").fill(swissDay(200));
        await pressInDialog(page, "Save days off");
        await expect(button(page, /^Remove days off/)).toBeVisible();
      },
    },
    {
      name: "no day off",
      lands: /^button (Remove|Add) days off/,
      does: async (page) => {
        await press(button(page, /^Remove days off/));
        await expect(button(page, /^Remove days off/)).toBeHidden();
      },
    },
    {
      name: "a pause",
      does: async (page) => {
        await press(button(page, "Pause bookings"));
        await pauseFor(page, 20);
        await expect(button(page, "Take bookings again")).toBeVisible();
      },
    },
    {
      name: "no pause",
      does: async (page) => {
        await press(button(page, "Take bookings again"));
        await expect(button(page, "Pause bookings")).toBeVisible();
      },
    },
  ],
};

const HOURS: ActRow = {
  name: "changing hours",
  who: "salon",
  world: { providers: [{ ...SALON, hours: ([1, 2, 3, 4, 5, 6] as const).map((weekday) => ({ weekday })) }] },
  acts: [
    {
      name: "hours are added",
      lands: /^button Add hours on Sunday/,
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Add hours on Sunday"));
        await pressInDialog(page, "Save hours");
        await expect(button(page, /^Change Sunday/)).toBeVisible();
      },
    },
    {
      name: "hours are changed",
      lands: /^button Change Sunday/,
      does: async (page) => {
        await press(button(page, /^Change Sunday/));
        await page.getByRole("dialog").getByLabel("Places per slot").selectOption("5");
        await pressInDialog(page, "Save hours");
      },
    },
    {
      name: "hours are removed",
      lands: /^button Add hours on Sunday/,
      does: async (page) => {
        await press(button(page, /^Change Sunday/));
        await pressInDialog(page, "Remove these hours");
        await expect(button(page, /^Change Sunday/)).toBeHidden();
      },
    },
  ],
};

const PAUSING: ActRow = {
  name: "changing a pause that leaves a booking standing",
  who: "salon",
  world: WITH_A_JOB,
  acts: [
    {
      name: "a pause over a booking",
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Pause bookings"));
        await pauseFor(page, 20);
        await expect(button(page, "Take bookings again")).toBeVisible();
      },
    },
    {
      name: "another pause",
      // On the notice about bookings on closed hours.
      lands: /^(button Change the day|h2 .*fits? your week)/,
      does: async (page) => {
        await press(button(page, "Change the day"));
        await pauseFor(page, 22);
      },
    },
    {
      name: "a pause that is changed where the jobs are",
      lands: /^button Change the day/,
      at: "/provider",
      does: async (page) => {
        await press(button(page, "Change the day"));
        await pauseFor(page, 24);
      },
    },
    {
      name: "no pause where the jobs are",
      lands: /^h1 /,
      does: async (page) => {
        await press(button(page, "Take bookings again"));
        await expect(button(page, "Take bookings again")).toHaveCount(0);
        await expect(page).toHaveURL("/provider");
      },
    },
  ],
};

export const OF_A_PROVIDER: readonly ActRow[] = [OWN_PAGE, MONEY, THE_WEEK, HOURS, PAUSING];
