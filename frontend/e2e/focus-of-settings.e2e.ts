import type { Page } from "playwright-core";
import { expect } from "vitest";

import { answers, button, losesFocus, press, type Act } from "./support/focus";
import { PASSWORD } from "./support/person";
import { becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

const LONG_TEST_MS = 240_000;

/** Turns a switch by its key, and waits until it stands so. */
async function turns(page: Page, name: string | RegExp): Promise<void> {
  const one = page.getByRole("switch", { name }).first();
  await sees(one);
  const before = await one.isChecked();
  await one.press("Space");
  await becomes(() => one.isChecked(), !before);
}

const SETTINGS: readonly Act[] = [
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
      await seesNoMore(button(page, "Sign out all other devices"));
    },
  },
  { name: "a kind of notice", lands: /^input /, at: "/profile/settings", does: (page) => turns(page, /./) },
  {
    name: "a new e-mail address",
    lands: /^(button Keep my present address|h\d )/,
    at: "/profile/edit",
    does: async (page) => {
      await page.getByLabel("New e-mail address").fill(`new-${Date.now()}@example.com`);
      await page.getByLabel("Current password").fill(PASSWORD);
      await press(button(page, "Send link"));
      await sees(button(page, "Keep my present address"));
    },
  },
  {
    name: "the present e-mail address after all",
    lands: /^(input|button|h\d) /,
    does: async (page) => {
      await press(button(page, "Keep my present address"));
      await sees(page.getByLabel("New e-mail address"));
    },
  },
];

const PRIVACY: readonly Act[] = [
  { name: "a switch of the privacy", lands: /^input /, at: "/account/privacy", does: (page) => turns(page, "Location tracking") },
  {
    name: "a copy of the data",
    lands: /^button Portable Format/,
    does: async (page) => {
      await press(button(page, "Portable Format"));
      await toast(page, "Data Export Started");
    },
  },
  {
    name: "the end of the account is asked about",
    lands: /^(input|button|h\d) /,
    does: async (page) => {
      await press(button(page, "Request Account Deletion"));
      await sees(button(page, "Not now"));
    },
  },
  {
    name: "no end of the account",
    lands: /^button Request Account Deletion/,
    does: async (page) => {
      await press(button(page, "Not now"));
      await sees(button(page, "Request Account Deletion"));
    },
  },
  {
    name: "the end of the account",
    lands: /^h1 /,
    does: async (page) => {
      await press(button(page, "Request Account Deletion"));
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await press(button(page, "Delete my account"));
      await sees(button(page, "Keep my account"));
    },
  },
  {
    name: "the account stays",
    lands: /^h1 /,
    does: async (page) => {
      await press(button(page, "Keep my account"));
      await sees(button(page, "Request Account Deletion"));
    },
  },
];

const SUPPORT: readonly Act[] = [
  {
    name: "a request to support",
    at: "/support",
    does: async (page) => {
      const form = page.getByRole("form", { name: "Write to us" });
      await form.getByRole("textbox", { name: "Subject" }).fill("Which soap?");
      await form.getByRole("textbox", { name: "Message" }).fill("Is it without perfume?");
      await press(form.getByRole("button", { name: "Send" }));
      await sees(button(page, /Which soap\?/));
    },
  },
  {
    name: "a request is opened",
    lands: /^button .*Which soap/,
    does: async (page) => {
      await press(button(page, /Which soap\?/));
      await sees(page.getByRole("textbox", { name: "Your reply" }));
    },
  },
  {
    name: "a reply to support",
    lands: /^(button Send reply|textarea)/,
    does: async (page) => {
      await page.getByRole("textbox", { name: "Your reply" }).fill("Thank you!");
      await press(button(page, "Send reply"));
      await sees(page.getByRole("listitem").getByText("Thank you!"));
    },
  },
];

const APPLYING: readonly Act[] = [
  {
    name: "the application is begun",
    lands: /^h1 /,
    at: "/provider/apply",
    does: async (page) => {
      await press(page.getByRole("link", { name: "Start application" }));
      await sees(page.getByRole("heading", { level: 1, name: "Personal Information" }));
    },
  },
  {
    name: "a step that is not filled in",
    lands: /^input /,
    does: async (page) => {
      await press(button(page, "Continue"));
      await sees(page.locator("[aria-invalid=true]"));
    },
  },
  {
    name: "the next step",
    lands: /^h1 /,
    does: async (page) => {
      for (const [name, words] of [["Phone", "079 555 01 30"], ["Address", "Limmatquai 12"], ["Postal Code", "8001"], ["City", "Zurich"]] as const) {
        await page.getByRole("textbox", { name, exact: true }).fill(words);
      }
      await press(button(page, "Continue"));
      await sees(page.getByRole("heading", { level: 1, name: "Business Details" }));
    },
  },
  {
    name: "a place that is served",
    lands: /^input /,
    does: async (page) => {
      await page.getByRole("textbox", { name: "Service Areas" }).fill("9008");
      await press(button(page, "Add 9008 St. Gallen"));
      await sees(button(page, "Remove 9008 St. Gallen"));
    },
  },
  {
    name: "a place that is not served",
    lands: /^input /,
    does: async (page) => {
      await press(button(page, "Remove 9008 St. Gallen"));
      await seesNoMore(button(page, "Remove 9008 St. Gallen"));
    },
  },
];

test("after every act in the settings, about privacy, with support and while applying the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const alice = await stage.enters();
  const phone = await stage.enters();
  const { email } = await alice.registers("Focus");
  await phone.signsIn(email);
  expect(await losesFocus(alice.page, [...SETTINGS, ...PRIVACY, ...SUPPORT, ...APPLYING])).toEqual([]);
});

test("after a review is reported the focus stands", async ({ stage }) => {
  const alice = await stage.enters();
  await alice.signsIn("david.moser@example.com");
  const [{ id } = { id: "" }] = (await alice.call<{ id: string; reviewCount: number }[]>("GET", "/api/providers/8001")).filter(({ reviewCount }) => reviewCount > 3);
  const report: Act = {
    name: "a review is reported",
    lands: /^button Report the review/,
    at: `/providers/${id}`,
    does: async (page) => {
      await press(button(page, /^Report the review by /).last());
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").selectOption({ label: "Not true" });
      await dialog.getByRole("textbox").fill("It is about somebody else.");
      await answers(page, "Send report");
      await toast(page, "Thank you");
    },
  };
  expect(await losesFocus(alice.page, [report])).toEqual([]);
});
