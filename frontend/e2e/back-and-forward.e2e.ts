import type { Page } from "playwright-core";
import { expect } from "vitest";

import { DEMO } from "./support/person";
import { heading, standsStill, type Place } from "./support/places";
import { arrivesAt, becomes, sees } from "./support/seeing";
import { test } from "./support/stage";

const search = (page: Page) => page.getByRole("search").getByRole("textbox");

const PLACES: readonly Place[] = [
  {
    path: "/",
    leaves: async (page) => {
      await search(page).fill("zzz");
      await arrivesAt(page, /q=zzz/);
    },
    shows: (page) => becomes(() => search(page).inputValue(), "zzz"),
  },
  {
    path: "/history",
    leaves: async (page) => {
      await page.getByRole("tab", { name: "Completed" }).click();
      await arrivesAt(page, /tab=completed/);
    },
    shows: (page) => sees(page.getByRole("tab", { name: "Completed", selected: true })),
  },
  {
    path: "/profile/edit",
    leaves: (page) => page.getByLabel("Last Name").fill("Half-written"),
    shows: (page) => becomes(() => page.getByLabel("Last Name").inputValue(), "Half-written"),
  },
  {
    path: "/recurring?form=open",
    leaves: (page) => page.getByRole("form").getByLabel("Pickup address").fill("Langstrasse 5, Zurich 8004"),
    shows: (page) => becomes(() => page.getByRole("form").getByLabel("Pickup address").inputValue(), "Langstrasse 5, Zurich 8004"),
  },
  { path: "/profile/settings", shows: heading("Settings") },
  { path: "/profile/addresses", shows: heading("Addresses") },
];

test("Back and Forward over 30 pairs of pages show each as it was left", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  await page.goto("/profile");
  const pairs = PLACES.flatMap((one) => PLACES.filter((other) => other !== one).map((other) => [one, other] as const));
  expect(pairs).toHaveLength(30);

  for (const pair of pairs) await standsStill(page, pair);
});
