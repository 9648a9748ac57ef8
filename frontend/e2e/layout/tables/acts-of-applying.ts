import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press } from "../../support/focus.ts";
import { ALICE } from "./worlds.ts";

const ABOUT_ALICE = [
  ["Phone", "079 555 01 30"],
  ["Address", "Limmatquai 12"],
  ["Postal Code", "8001"],
  ["City", "Zurich"],
] as const;

export const OF_APPLYING: ActRow = {
  name: "applying as a provider",
  who: "alice",
  world: { users: [ALICE] },
  acts: [
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
        for (const [name, words] of ABOUT_ALICE) await page.getByRole("textbox", { name, exact: true }).fill(words);
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
        await expect(button(page, "Remove 9008 St. Gallen")).toBeVisible();
      },
    },
    {
      name: "a place that is not served",
      lands: /^input /,
      does: async (page) => {
        await press(button(page, "Remove 9008 St. Gallen"));
        await expect(button(page, "Remove 9008 St. Gallen")).toBeHidden();
      },
    },
  ],
};
