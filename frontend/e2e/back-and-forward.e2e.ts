import type { Page } from "playwright-core";
import { expect } from "vitest";

import { goes } from "./support/leaving";
import { DEMO } from "./support/person";
import { arrivesAt, becomes, sees } from "./support/seeing";
import { test } from "./support/stage";

/** A page, what a person does there, and how it then shows what they did. */
type Place = { path: string; leaves?: (page: Page) => Promise<void>; shows: (page: Page) => Promise<void> };

const heading = (name: string | RegExp) => (page: Page): Promise<void> => sees(page.getByRole("heading", { level: 1, name }));
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

  for (const [one, other] of pairs) {
    for (const place of [one, other]) {
      await goes(page, place.path);
      await place.leaves?.(page);
      await place.shows(page);
    }
    await page.goBack();
    await one.shows(page);
    await page.goForward();
    await other.shows(page);
  }
});
