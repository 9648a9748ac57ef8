import path from "node:path";

import type { BrowserContext } from "@playwright/test";

import { shareClock } from "../fixtures/clock.ts";
import { COPY } from "../fixtures/copy.ts";
import { DESKTOP, PHONE } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";

/** The README's pictures, of the demonstration; taken by `make screenshots` alone. Without an account: a visitor's. */
const PICTURES = [
  { name: "home", at: "/", size: PHONE, account: null, press: null },
  { name: "booking", at: "/", size: PHONE, account: "customer@example.com", press: "Book Now with" },
  { name: "tracking", at: "/tracking", size: PHONE, account: "customer@example.com", press: null },
  { name: "dashboard", at: "/admin/", size: DESKTOP, account: "operator@example.com", press: null },
] as const;

async function signIn({ request }: BrowserContext, email: string): Promise<void> {
  const session = await request.get("/api/auth/session");
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  const response = await request.post("/api/auth/login", {
    data: { email, password: "laundry-demo" },
    headers: { "X-CSRFToken": csrfToken, Referer: COPY.url },
  });
  expect(response.status()).toBe(200);
}

for (const { name, at, size, account, press } of PICTURES) {
  test(`a picture of ${name}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: COPY.url, viewport: size, deviceScaleFactor: 2 });
    await shareClock(context);
    if (account !== null) await signIn(context, account);
    const page = await context.newPage();
    await page.goto(at);
    if (press !== null) await page.getByRole("link", { name: press }).first().click();
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator(".animate-pulse").filter({ visible: true })).toHaveCount(0);
    // On phones the header is on home alone; the rest of what is in view has come with its pictures.
    if (name === "home") await expect(page.getByRole("link", { name: "2 unread" })).toBeVisible();
    const hasCome = async (): Promise<boolean> => {
      await document.fonts.ready;
      const inView = [...document.images].filter((image) => {
        const { top, left } = image.getBoundingClientRect();
        return top < window.innerHeight && left < window.innerWidth;
      });
      return inView.every((image) => image.complete && image.naturalWidth > 0);
    };
    await expect.poll(() => page.evaluate(hasCome)).toBe(true);
    await page.screenshot({ path: path.join(process.env["SCREENSHOTS"] ?? "", `${name}.png`) });
    await context.close();
  });
}
