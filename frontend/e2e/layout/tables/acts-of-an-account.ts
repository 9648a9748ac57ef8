import { randomUUID } from "node:crypto";

import type { Page } from "@playwright/test";

import { PASSWORD } from "../../fixtures/person.ts";
import { expect } from "../../fixtures/test.ts";
import { type Act, type ActRow, button, press, pressInDialog } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import { ALICE } from "./worlds.ts";

const HER_OWN = { who: "alice", world: { users: [ALICE] } } as const;

/** Toggles a switch by keyboard, and waits for its new state. */
async function turn(page: Page, name: string | RegExp): Promise<void> {
  const one = page.getByRole("switch", { name }).first();
  await expect(one).toBeVisible();
  const before = await one.isChecked();
  await one.press("Space");
  await expect(one).toBeChecked({ checked: !before });
}

async function fillAddress(page: Page, street: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Street address").fill(street);
  await dialog.getByLabel("City").fill("Zurich");
  await dialog.getByLabel("Postal code").fill("8001");
}

const ADDRESSES: ActRow = {
  name: "changing addresses",
  who: "alice",
  world: { users: [{ ...ALICE, addresses: [{ street: "Limmatquai 12" }] }] },
  acts: [
    {
      name: "an address is added",
      at: "/profile/addresses",
      does: async (page) => {
        await press(button(page, "Add address"));
        await fillAddress(page, "Testweg 1");
        await pressInDialog(page, "Save");
        await expect(page.getByText("Testweg 1, Zurich 8001").first()).toBeVisible();
      },
    },
    {
      name: "an address is changed",
      does: async (page) => {
        await press(button(page, "Edit").last());
        await pressInDialog(page, "Save");
      },
    },
    {
      name: "an address is removed",
      lands: /^button (Edit|Use by default)/,
      does: async (page) => {
        await press(button(page, "Remove").last());
        await expect(toast(page, "Address removed")).toBeVisible();
      },
    },
    {
      name: "an address is there again",
      lands: /^button (Edit|Use by default)/,
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(page.getByText("Testweg 1, Zurich 8001").first()).toBeVisible();
      },
    },
  ],
};

/** Removes one address, until this many are left. */
const removeAddress = (left: number): Act => ({
  name: `an address is removed, and ${left} are left`,
  does: async (page) => {
    await press(button(page, "Remove").first());
    await expect(button(page, "Remove")).toHaveCount(left);
  },
});

const NO_ADDRESSES: ActRow = {
  name: "removing every address",
  who: "alice",
  world: {
    users: [
      { ...ALICE, addresses: ["Limmatquai 12", "Bahnhofstrasse 1", "Seefeldstrasse 2"].map((street) => ({ street })) },
    ],
  },
  acts: [
    {
      name: "another address is the default",
      at: "/profile/addresses",
      does: async (page) => {
        await expect(page.getByText("Seefeldstrasse 2, Zurich 8001").first()).toBeVisible();
        await press(button(page, "Use by default").first());
        await expect(toast(page, "Address saved")).toBeVisible();
      },
    },
    ...[2, 1, 0].map(removeAddress),
  ],
};

const CARDS: ActRow = {
  name: "changing cards",
  who: "alice",
  world: { users: [{ ...ALICE, cards: ["visa", "mastercard"] }] },
  acts: [
    {
      name: "a card is made the default",
      lands: /^button (Remove|Use by default)/,
      at: "/profile/payment-methods",
      does: async (page) => {
        await press(button(page, "Use by default"));
        await expect(toast(page, "Default card changed")).toBeVisible();
      },
    },
    {
      name: "a card is removed",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Remove").first());
        await expect(toast(page, "Card removed")).toBeVisible();
      },
    },
    {
      name: "the card is there again",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(button(page, "Remove")).toHaveCount(2);
      },
    },
    {
      name: "the last card is removed",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Remove").last());
        await expect(toast(page, "Card removed")).toBeVisible();
      },
    },
    {
      name: "the only card is removed",
      lands: /^button Add card/,
      does: async (page) => {
        await press(button(page, "Remove").first());
        await expect(page.getByText("No cards yet").first()).toBeVisible();
      },
    },
  ],
};

const PROFILE: ActRow = {
  name: "saving the profile, and changing the email address",
  ...HER_OWN,
  acts: [
    {
      name: "the profile is saved",
      at: "/profile/edit",
      does: async (page) => {
        await page.getByLabel("Last name").fill("Berger");
        await press(button(page, "Save"));
        await expect(toast(page, "Profile saved")).toBeVisible();
      },
    },
    {
      name: "a new email address",
      lands: /^(button Keep my present address|h\d )/,
      at: "/profile/edit",
      does: async (page) => {
        await page.getByLabel("New email address").fill(`alice-${randomUUID()}@example.com`);
        await page.getByLabel("Current password").fill(PASSWORD);
        await press(button(page, "Send link"));
        await expect(button(page, "Keep my present address")).toBeVisible();
      },
    },
    {
      name: "the present email address after all",
      lands: /^(input|button|h\d) /,
      does: async (page) => {
        await press(button(page, "Keep my present address"));
        await expect(page.getByLabel("New email address")).toBeVisible();
      },
    },
  ],
};

const SETTINGS: ActRow = {
  name: "changing settings",
  ...HER_OWN,
  allows: [400],
  before: (setup) => setup.anotherDevice("alice"),
  acts: [
    {
      name: "another look",
      lands: /^select /,
      at: "/profile/settings",
      does: async (page) => {
        await page.getByLabel("Appearance").press("ArrowDown");
      },
    },
    {
      name: "another device is signed out",
      lands: /^h2 Where you are signed in/,
      at: "/profile/settings",
      does: async (page) => {
        await press(button(page, "Sign out all other devices"));
        await expect(button(page, "Sign out all other devices")).toBeHidden();
      },
    },
    { name: "a kind of notice", lands: /^input /, at: "/profile/settings", does: (page) => turn(page, /./) },
    {
      name: "a password that is refused",
      at: "/profile/settings",
      does: async (page) => {
        await page.getByLabel("Current password").fill("not-my-password");
        await page.getByLabel("New password", { exact: true }).fill("laundry-demo-anew");
        await press(button(page, "Change password"));
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      },
    },
  ],
};

const PRIVACY: ActRow = {
  name: "everything about privacy",
  ...HER_OWN,
  acts: [
    {
      name: "a switch of the privacy",
      lands: /^input /,
      at: "/account/privacy",
      does: (page) => turn(page, "Location tracking"),
    },
    {
      name: "a copy of the data",
      lands: /^button Portable Format/,
      does: async (page) => {
        await press(button(page, "Portable Format"));
        await expect(toast(page, "Data Export Started")).toBeVisible();
      },
    },
    {
      name: "the end of the account is asked about",
      lands: /^(input|button|h\d) /,
      does: async (page) => {
        await press(button(page, "Request Account Deletion"));
        await expect(button(page, "Not now")).toBeVisible();
      },
    },
    {
      name: "no end of the account",
      lands: /^button Request Account Deletion/,
      does: async (page) => {
        await press(button(page, "Not now"));
        await expect(button(page, "Request Account Deletion")).toBeVisible();
      },
    },
    {
      name: "the end of the account",
      lands: /^h1 /,
      does: async (page) => {
        await press(button(page, "Request Account Deletion"));
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await press(button(page, "Delete my account"));
        await expect(button(page, "Keep my account")).toBeVisible();
      },
    },
    {
      name: "the account stays",
      lands: /^h1 /,
      does: async (page) => {
        await press(button(page, "Keep my account"));
        await expect(button(page, "Request Account Deletion")).toBeVisible();
      },
    },
  ],
};

const SUPPORT: ActRow = {
  name: "writing to support",
  ...HER_OWN,
  acts: [
    {
      name: "a request to support",
      at: "/support",
      does: async (page) => {
        const form = page.getByRole("form", { name: "Write to us" });
        await form.getByRole("textbox", { name: "Subject" }).fill("Which soap?");
        await form.getByRole("textbox", { name: "Message" }).fill("Is it without perfume?");
        await press(form.getByRole("button", { name: "Send" }));
        await expect(button(page, /Which soap\?/)).toBeVisible();
      },
    },
    {
      name: "a request is opened",
      lands: /^button .*Which soap/,
      does: async (page) => {
        await press(button(page, /Which soap\?/));
        await expect(page.getByRole("textbox", { name: "Your reply" })).toBeVisible();
      },
    },
    {
      name: "a reply to support",
      lands: /^(button Send reply|textarea)/,
      does: async (page) => {
        await page.getByRole("textbox", { name: "Your reply" }).fill("Thank you!");
        await press(button(page, "Send reply"));
        await expect(page.getByRole("listitem").getByText("Thank you!").first()).toBeVisible();
      },
    },
  ],
};

const SIGNING_OUT: ActRow = {
  name: "signing out",
  ...HER_OWN,
  acts: [
    {
      name: "signing out",
      at: "/profile",
      does: async (page) => {
        await press(button(page, "Sign Out"));
        await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
        // Home is a full page load, so the focus starts at its first element.
        await page.keyboard.press("Tab");
      },
    },
  ],
};

export const OF_AN_ACCOUNT: readonly ActRow[] = [
  ADDRESSES,
  NO_ADDRESSES,
  CARDS,
  PROFILE,
  SETTINGS,
  PRIVACY,
  SUPPORT,
  SIGNING_OUT,
];
