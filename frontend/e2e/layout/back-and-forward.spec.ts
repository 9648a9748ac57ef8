import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { expectBackAndForward, expectHeading, type Visit } from "../support/back-and-forward.ts";
import { WITH_A_PAST } from "./tables/worlds.ts";

const search = (page: Page) => page.getByRole("search").getByRole("textbox");

const VISITS: readonly Visit[] = [
  {
    path: "/",
    leaves: async (page) => {
      await search(page).fill("zzz");
      await expect(page).toHaveURL(/q=zzz/);
    },
    shows: (page) => expect(search(page)).toHaveValue("zzz"),
  },
  {
    path: "/history",
    leaves: async (page) => {
      await page.getByRole("tab", { name: "Completed" }).click();
      await expect(page).toHaveURL(/tab=completed/);
    },
    shows: (page) => expect(page.getByRole("tab", { name: "Completed", selected: true }).first()).toBeVisible(),
  },
  {
    path: "/profile/edit",
    leaves: (page) => page.getByLabel("Last Name").fill("Half-written"),
    shows: (page) => expect(page.getByLabel("Last Name")).toHaveValue("Half-written"),
  },
  {
    path: "/recurring?form=open",
    leaves: (page) => page.getByRole("form").getByLabel("Pickup address").fill("Langstrasse 5, Zurich 8004"),
    shows: (page) =>
      expect(page.getByRole("form").getByLabel("Pickup address")).toHaveValue("Langstrasse 5, Zurich 8004"),
  },
  { path: "/profile/settings", shows: expectHeading("Settings") },
  { path: "/profile/addresses", shows: expectHeading("Addresses") },
];

test("Back and Forward over 30 pairs of pages show each as it was left", async ({ make, users }) => {
  const { users: made } = await make(WITH_A_PAST);
  const { page } = await users.signedIn(made.alice);
  await page.goto("/profile");
  const pairs = VISITS.flatMap((one) => VISITS.filter((other) => other !== one).map((other) => [one, other] as const));
  expect(pairs).toHaveLength(30);

  for (const pair of pairs) await expectBackAndForward(page, pair);
});
