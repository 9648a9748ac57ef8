import type { Page } from "@playwright/test";

import type { Factory } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { openPage } from "../support/overflow.ts";
import { bannersLoaded, nextFrame, toast, waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";
import { LIVED_IN } from "./tables/worlds.ts";

const LONG_TEST_MS = 240_000;
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

type Setup = { alice: Person; bruno: Person; page: Page; paid: string; unpaid: string; salon: string };

async function setUp(make: Factory["make"], users: Users): Promise<Setup> {
  const made = await make(LIVED_IN);
  const alice = await users.signedIn(made.users.alice);
  return {
    alice,
    bruno: await users.signedIn(made.users.salon),
    page: alice.page,
    paid: made.orders.paid.id,
    unpaid: made.orders.unpaid.id,
    salon: made.providers.salon.id,
  };
}

/** Focuses a toast's button as soon as it is shown: it stays as long as the focus is in it. */
async function holdToast(page: Page, title: string): Promise<void> {
  await page.waitForFunction((text) => {
    const toasts = [...document.querySelectorAll("[data-toasts] [role=status], [data-toasts] [role=alert]")];
    const shown = toasts.find(({ textContent }) => textContent.includes(text));
    shown?.querySelector<HTMLElement>("button[aria-label=Close]")?.focus();
    return shown?.contains(document.activeElement);
  }, title);
}

/** A kind of toast, and how the page that is open comes to show it. */
type ToastKind = { name: string; title: string; comes: (setup: Setup, path: string) => Promise<unknown> };

const TOASTS: readonly ToastKind[] = [
  {
    name: "a result of two lines",
    title: "Booking changed",
    // As after signing in, which loads the page anew.
    comes: async ({ page }, path) => {
      const left = { title: "Booking changed", description: "It counts from the next pickup on, and is not charged." };
      await page.evaluate((text) => sessionStorage.setItem("toast", text), JSON.stringify(left));
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    },
  },
  {
    name: "one that can be taken back",
    title: "Address removed",
    comes: async ({ page }, path) => {
      await navigate(page, "/profile/addresses");
      await page.getByRole("button", { name: "Remove" }).last().click();
      await expect(toast(page, "Address removed")).toBeVisible();
      await navigate(page, path);
    },
  },
  {
    name: "a message that has come",
    title: "On my way to you.",
    comes: ({ bruno, page, paid }) =>
      Promise.all([
        holdToast(page, "On my way to you."),
        bruno.call("POST", `/api/orders/${paid}/messages`, { body: "On my way to you." }),
      ]),
  },
  {
    name: "a failure",
    title: "This file needs a connection.",
    // The link to a file, pressed offline.
    comes: async ({ alice, page }) => {
      alice.pageErrors.isOffline = true;
      await alice.context.setOffline(true);
      await expect(page.getByRole("status").filter({ hasText: "offline" }).first()).toBeVisible();
      await page.evaluate(() => {
        const link = Object.assign(document.createElement("a"), { href: "/api/config", download: "file" });
        document.body.append(link);
        link.click();
        link.remove();
      });
      await holdToast(page, "This file needs a connection.");
      await alice.context.setOffline(false);
    },
  },
];

/** A bar that stands on a page beside the navigation, and how it comes while a toast is shown. */
type Bar = {
  name: string;
  path: (setup: Setup) => string;
  primary?: string;
  comes?: (setup: Setup) => Promise<unknown>;
};

const BARS: readonly Bar[] = [
  { name: "the navigation", path: () => "/profile/settings" },
  {
    name: "the booking's action",
    path: ({ salon }) => `/booking?providerId=${salon}`,
    primary: "Confirm Booking",
  },
  { name: "the checkout's action", path: ({ unpaid }) => `/checkout/${unpaid}`, primary: "Pay 27.50 CHF" },
  {
    name: "the bar without a connection",
    path: ({ paid }) => `/tracking/${paid}`,
    comes: async ({ alice, page }) => {
      alice.pageErrors.isOffline = true;
      await alice.context.setOffline(true);
      await expect(page.getByRole("status").filter({ hasText: "offline" }).first()).toBeVisible();
    },
  },
  {
    name: "the offer to install",
    path: () => "/history",
    comes: async ({ page }) => {
      await page.evaluate(() => {
        const event = new Event("beforeinstallprompt", { cancelable: true });
        window.dispatchEvent(Object.assign(event, { prompt: () => Promise.resolve() }));
      });
      await expect(page.getByRole("heading", { name: "Keep Suuber at hand" }).first()).toBeVisible();
    },
  },
];

async function areBannersThere(page: Page): Promise<void> {
  await bannersLoaded(page);
  await waitUntilLoaded(page);
}

/** The toast lies over this button where it is in view now, without scrolling. */
function liesOver(name: string): boolean {
  const button = [...document.querySelectorAll("main button")].find(({ textContent }) => textContent.includes(name));
  if (button === undefined) return false;
  const { left, top, width, height } = button.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-toasts]") != null;
}

/** Controls that lie under the toast however the page is scrolled. */
async function underToast(): Promise<string[]> {
  const nextFrames = (): Promise<unknown> =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isUnder = (control: Element): boolean => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    // Outside of the window it is not free, either.
    return over?.closest("[data-toasts]") !== null;
  };
  const found: string[] = [];
  const controls = document.querySelectorAll(
    ":is(header, main, nav) :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary)",
  );
  for (const control of controls) {
    const { width, height } = control.getBoundingClientRect();
    // Elements of one pixel are for screen readers.
    if (width <= 1 || height <= 1 || !control.checkVisibility({ visibilityProperty: true })) continue;
    let isFree = false;
    for (const block of ["nearest", "center", "start", "end"] as const) {
      control.scrollIntoView({ block, behavior: "instant" });
      // The toast may take another place once the page stands.
      await nextFrames();
      isFree = !isUnder(control);
      if (isFree) break;
    }
    if (!isFree) found.push(`${control.tagName.toLowerCase()} "${control.textContent.trim().slice(0, 40)}"`);
  }
  return found;
}

async function faultsOf(page: Page, { primary }: Bar): Promise<string[]> {
  const faults: string[] = [];
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    await nextFrame(page);
    for (const end of [0, 1]) {
      await page.evaluate((to) => scrollTo(0, to * document.documentElement.scrollHeight), end);
      await nextFrame(page);
      if (primary !== undefined && (await page.evaluate(liesOver, primary)))
        faults.push(`over "${primary}" at ${window.width}, scrolled to ${end}`);
    }
    const found = await page.evaluate(underToast);
    faults.push(...found.map((control) => `over ${control} at ${window.width}`));
  }
  return faults;
}

for (const { name, title, comes } of TOASTS) {
  for (const bar of sweep(
    BARS,
    TOASTS.findIndex((one) => one.name === name),
  )) {
    test(`${name} leaves every control free beside ${bar.name}`, async ({ make, users }) => {
      test.setTimeout(LONG_TEST_MS);
      const setup = await setUp(make, users);
      const { page } = setup;
      const path = bar.path(setup);
      await openPage(page, path);
      await areBannersThere(page);
      await comes(setup, path);
      await holdToast(page, title);
      await areBannersThere(page);
      await bar.comes?.(setup);
      expect(await faultsOf(page, bar)).toEqual([]);
      await expect(toast(page, title)).toBeVisible();
    });
  }
}
