import type { Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";

const ELENA = "elena.petrova@example.com";

/** Notes whenever these words stand on the screen at the same time. */
async function watchFor(page: Page, one: string, other: string): Promise<() => Promise<boolean>> {
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

test("a provider without a last name is named without a stray full stop, on every page that names them", async ({ users }) => {
  const elena = await users.visitor();
  const { page } = await users.visitor();
  const { providerId } = await elena.signIn(ELENA);
  await withoutLastName(elena, async () => {
    await page.goto("/?all=1");
    await page.getByPlaceholder("Search service providers...").fill("Elena");
    await expect(page.getByRole("article").getByRole("heading")).toHaveText("Elena", { useInnerText: true });
    await expect(page.getByRole("link", { name: "Book Now with Elena", exact: true }).first()).toBeVisible();
    for (const path of [`/providers/${providerId}`, `/booking?providerId=${providerId}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Elena", exact: true }).first()).toBeVisible();
      await expect(page.locator("body")).not.toHaveText(/Elena\s*\./, { useInnerText: true });
    }
  });
});

test("nobody is available now who has no free times today", async ({ users }) => {
  const elena = await users.visitor();
  const { page } = await users.visitor();
  const { providerId } = await elena.signIn(ELENA);
  const { id } = await elena.call<{ id: number }>("POST", "/api/provider/days-off", { startDate: swissDay(0) });
  try {
    const saidBoth = await watchFor(page, "Available now", "No free times");
    await page.goto(`/booking?providerId=${providerId}`);
    await expect(page.getByRole("radio", { name: /^Today No free times/ }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Your provider" }).getByText(/^Next free: /).first()).toBeVisible();
    await expect.poll(() => saidBoth()).toBe(false);
  } finally {
    await elena.call("DELETE", `/api/provider/days-off/${id}`);
  }
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Available now" }).filter({ hasText: "No free time" })).toHaveCount(0);
});
