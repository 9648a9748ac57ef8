import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Person } from "./support/person";
import { becomes, sees, words } from "./support/seeing";
import { test } from "./support/stage";
import { swissDay } from "./support/swiss-time";

const ELENA = "elena.petrova@example.com";

/** Notes whenever these words stand on the screen at the same time. */
async function watchesFor(page: Page, one: string, other: string): Promise<() => Promise<boolean>> {
  await page.addInitScript(
    (said) => {
      const look = (): void => {
        const text = document.querySelector("main")?.innerText ?? "";
        if (said.every((each) => text.includes(each))) Object.assign(window, { saidBoth: true });
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [one, other],
  );
  return () => page.evaluate(() => "saidBoth" in window);
}

/** Plays `scene` while the provider has no last name. */
async function withoutLastName(elena: Person, scene: () => Promise<void>): Promise<void> {
  const { lastName } = await elena.call<{ lastName: string }>("GET", "/api/profile");
  await elena.call("PATCH", "/api/profile", { lastName: "" });
  try {
    await scene();
  } finally {
    await elena.call("PATCH", "/api/profile", { lastName });
  }
}

test("a provider without a last name is named without a stray full stop, on every page that names them", async ({ stage }) => {
  const elena = await stage.enters();
  const { page } = await stage.enters();
  const { providerId } = await elena.signsIn(ELENA);
  await withoutLastName(elena, async () => {
    await page.goto("/?all=1");
    await page.getByPlaceholder("Search service providers...").fill("Elena");
    await becomes(() => words(page.getByRole("article").getByRole("heading")), "Elena");
    await sees(page.getByRole("link", { name: "Book Now with Elena", exact: true }));
    for (const path of [`/providers/${providerId}`, `/booking?providerId=${providerId}`]) {
      await page.goto(path);
      await sees(page.getByRole("heading", { name: "Elena", exact: true }));
      expect(await page.locator("body").innerText()).not.toMatch(/Elena\s*\./);
    }
  });
});

test("nobody is available now who has no free times today", async ({ stage }) => {
  const elena = await stage.enters();
  const { page } = await stage.enters();
  const { providerId } = await elena.signsIn(ELENA);
  const { id } = await elena.call<{ id: number }>("POST", "/api/provider/days-off", { startDate: swissDay(0) });
  try {
    const saidBoth = await watchesFor(page, "Available now", "No free times");
    await page.goto(`/booking?providerId=${providerId}`);
    await sees(page.getByRole("radio", { name: /^Today No free times/ }));
    await sees(page.getByRole("region", { name: "Your provider" }).getByText(/^Next free: /));
    expect(await saidBoth()).toBe(false);
  } finally {
    await elena.call("DELETE", `/api/provider/days-off/${id}`);
  }
  await page.goto("/");
  await sees(page.getByRole("article"));
  expect(await page.getByRole("article").filter({ hasText: "Available now" }).filter({ hasText: "No free time" }).count()).toBe(0);
});
