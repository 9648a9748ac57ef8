import type { Page } from "@playwright/test";

import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { type Act, answerDialog, button, findLostFocus, press } from "../support/focus.ts";
import { toast } from "../support/page.ts";

const LONG_TEST_MS = 240_000;

/** Turns a switch by its key, and waits until it stands so. */
async function turn(page: Page, name: string | RegExp): Promise<void> {
  const one = page.getByRole("switch", { name }).first();
  await expect(one).toBeVisible();
  const before = await one.isChecked();
  await one.press("Space");
  await expect(one).toBeChecked({ checked: !before });
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
      await expect(button(page, "Sign out all other devices").first()).toBeHidden();
    },
  },
  { name: "a kind of notice", lands: /^input /, at: "/profile/settings", does: (page) => turn(page, /./) },
  {
    name: "a new e-mail address",
    lands: /^(button Keep my present address|h\d )/,
    at: "/profile/edit",
    does: async (page) => {
      await page.getByLabel("New e-mail address").fill(`new-${Date.now()}@example.com`);
      await page.getByLabel("Current password").fill(PASSWORD);
      await press(button(page, "Send link"));
      await expect(button(page, "Keep my present address").first()).toBeVisible();
    },
  },
  {
    name: "the present e-mail address after all",
    lands: /^(input|button|h\d) /,
    does: async (page) => {
      await press(button(page, "Keep my present address"));
      await expect(page.getByLabel("New e-mail address")).toBeVisible();
    },
  },
];

const PRIVACY: readonly Act[] = [
  { name: "a switch of the privacy", lands: /^input /, at: "/account/privacy", does: (page) => turn(page, "Location tracking") },
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
      await expect(button(page, "Not now").first()).toBeVisible();
    },
  },
  {
    name: "no end of the account",
    lands: /^button Request Account Deletion/,
    does: async (page) => {
      await press(button(page, "Not now"));
      await expect(button(page, "Request Account Deletion").first()).toBeVisible();
    },
  },
  {
    name: "the end of the account",
    lands: /^h1 /,
    does: async (page) => {
      await press(button(page, "Request Account Deletion"));
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await press(button(page, "Delete my account"));
      await expect(button(page, "Keep my account").first()).toBeVisible();
    },
  },
  {
    name: "the account stays",
    lands: /^h1 /,
    does: async (page) => {
      await press(button(page, "Keep my account"));
      await expect(button(page, "Request Account Deletion").first()).toBeVisible();
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
      await expect(button(page, /Which soap\?/).first()).toBeVisible();
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
];

const APPLYING: readonly Act[] = [
  {
    name: "the application is begun",
    lands: /^h1 /,
    at: "/provider/apply",
    does: async (page) => {
      await press(page.getByRole("link", { name: "Start application" }));
      await expect(page.getByRole("heading", { level: 1, name: "Personal Information" })).toBeVisible();
    },
  },
  {
    name: "a step that is not filled in",
    lands: /^input /,
    does: async (page) => {
      await press(button(page, "Continue"));
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
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
      await expect(page.getByRole("heading", { level: 1, name: "Business Details" })).toBeVisible();
    },
  },
  {
    name: "a place that is served",
    lands: /^input /,
    does: async (page) => {
      await page.getByRole("textbox", { name: "Service Areas" }).fill("9008");
      await press(button(page, "Add 9008 St. Gallen"));
      await expect(button(page, "Remove 9008 St. Gallen").first()).toBeVisible();
    },
  },
  {
    name: "a place that is not served",
    lands: /^input /,
    does: async (page) => {
      await press(button(page, "Remove 9008 St. Gallen"));
      await expect(button(page, "Remove 9008 St. Gallen").first()).toBeHidden();
    },
  },
];

test("after every act in the settings, about privacy, with support and while applying the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const phone = await users.visitor();
  const { email } = await alice.register("Focus");
  await phone.signIn(email);
  expect(await findLostFocus(alice.page, [...SETTINGS, ...PRIVACY, ...SUPPORT, ...APPLYING])).toEqual([]);
});

test("after a review is reported the focus stands", async ({ users }) => {
  const alice = await users.visitor();
  await alice.signIn("david.moser@example.com");
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
      await answerDialog(page, "Send report");
      await expect(toast(page, "Thank you")).toBeVisible();
    },
  };
  expect(await findLostFocus(alice.page, [report])).toEqual([]);
});
