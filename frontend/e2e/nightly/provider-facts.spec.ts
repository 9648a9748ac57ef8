import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";

/** Detects whether both texts are ever visible at the same time. */
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

test("a provider without a last name is named without a stray full stop, on every page that names them", async ({
  make,
  users,
}) => {
  const { providers, users: made } = await make({
    users: [{ ref: "ottilia", firstName: "Ottilia", lastName: "Zoller" }],
    providers: [{ ref: "salon", user: "ottilia" }],
  });
  // Whoever applies gives one, and may take it away later.
  await (await users.signedIn(made.ottilia)).call("PATCH", "/api/profile", { lastName: "" });
  const { id } = providers.salon;
  const { page } = await users.visitor();
  await page.goto("/?all=1");
  await page.getByPlaceholder("Search service providers...").fill("Ottilia");
  await expect(page.getByRole("article").getByRole("heading")).toHaveText("Ottilia", { useInnerText: true });
  await expect(page.getByRole("link", { name: "Book Now with Ottilia", exact: true }).first()).toBeVisible();
  for (const path of [`/providers/${id}`, `/booking?providerId=${id}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Ottilia", exact: true }).first()).toBeVisible();
    await expect(page.locator("body")).not.toHaveText(/Ottilia\s*\./, { useInnerText: true });
  }
});

test("nobody is available now who has no free times today", async ({ make, users }) => {
  const { providers } = await make({
    users: [{ ref: "ottilia", firstName: "Ottilia" }],
    providers: [{ ref: "salon", user: "ottilia", daysOff: [{ firstDay: 0 }] }],
  });
  const { page } = await users.visitor();
  const saidBoth = await watchFor(page, "Available now", "No free times");
  await page.goto(`/booking?providerId=${providers.salon.id}`);
  await expect(page.getByRole("radio", { name: /^Today No free times/ }).first()).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: "Your provider" })
      .getByText(/^Next free: /)
      .first(),
  ).toBeVisible();
  await expect.poll(() => saidBoth()).toBe(false);

  await page.goto("/");
  // The list's cards all have the badge; when somebody is free stands before it.
  const card = page.getByRole("article").filter({ hasText: "Ottilia" });
  // What is far below has no text until it is scrolled to.
  await card.scrollIntoViewIfNeeded();
  await expect(card).toHaveText(/Next free: tomorrow.*Available now/s, { useInnerText: true });
  await expect(page.getByRole("article").filter({ hasText: "No free time" })).toHaveCount(0);
});
