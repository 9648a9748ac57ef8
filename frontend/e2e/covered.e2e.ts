import type { Page } from "playwright-core";
import { expect } from "vitest";

import { pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO } from "./support/person";
import { sees } from "./support/seeing";
import { test } from "./support/stage";

/** The smallest phone, a phone, the narrowest desk, a desk, and that desk at twice the size. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
];

const VISITOR = [
  ...["/", "/login", "/register", "/booking", "/tracking", "/history", "/notifications", "/profile", "/checkout", "/provider/apply"],
  ...["/schedule-test", "/offline-test", "/terms", "/privacy", "/account/privacy", "/support", "/services", "/help"],
];
const CUSTOMER = [
  ...["/", "/tracking", "/history", "/notifications", "/profile", "/profile/edit", "/profile/addresses"],
  ...["/profile/payment-methods", "/profile/settings", "/recurring"],
];
const PROVIDER = ["/provider", "/provider?tab=done", "/provider/schedule"];

/** Waits until the page is there and nothing on it still loads. */
async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await sees(page.getByRole("heading", { level: 1 }));
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
}

/** The controls that something else lies over, wherever the page is scrolled, and what it is. */
function covered(): string[] {
  const named = (element: Element): string => `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;
  const isLabel = (control: Element, over: Element): boolean => [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(over));
  /** What is seen at the control's centre; null where the control itself is, undefined where the centre is out of the window. */
  const coverOf = (control: Element): Element | null | undefined => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (over === null) return undefined;
    return control.contains(over) || over.contains(control) || isLabel(control, over) ? null : over;
  };
  const isShown = (control: Element): boolean => {
    const { width, height } = control.getBoundingClientRect();
    // What is one pixel large is there for screen readers, and its label is what is pressed.
    return width > 1 && height > 1 && control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const found: string[] = [];
  const controls = document.querySelectorAll("a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary");
  for (const control of [...controls].filter(isShown)) {
    const covers = (["nearest", "start", "center", "end"] as const).map((block) => {
      control.scrollIntoView({ block, behavior: "instant" });
      return coverOf(control);
    });
    const [cover] = covers.filter((over) => over instanceof Element);
    if (cover !== undefined && !covers.includes(null)) found.push(`${named(control)} lies under ${named(cover)}`);
  }
  return found;
}

/** By how much the page is too wide, and the words that go on in the next line in their middle. */
function broken(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const text = texts.currentNode as Text;
    // An address of mail or web has no place to break, and no end.
    for (const word of text.data.matchAll(/(?<![\p{L}@.-])\p{L}{3,}(?![\p{L}@.-])/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`"${word[0]}" is broken`);
    }
  }
  return found;
}

async function hasRoom(page: Page, paths: readonly string[]): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    await opens(page, path);
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      const found = [...(await page.evaluate(covered)), ...(await page.evaluate(broken))];
      faults.push(...found.map((fault) => `${path} at ${window.width}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
}

test("no control of a page open to everybody lies under anything, and no word breaks", async ({ stage }) => {
  const visitor = await stage.enters();
  await hasRoom(visitor.page, VISITOR);
});

test("no control of a customer's page lies under anything, and no word breaks", async ({ stage }) => {
  const alice = await stage.enters();
  await alice.signsIn(DEMO.customer);
  await hasRoom(alice.page, CUSTOMER);
});

test("no control of paying, of an order and of a provider's profile lies under anything, and no word breaks", async ({ stage }) => {
  const alice = await stage.enters();
  await alice.signsIn("fabian.eugster@example.com");
  const provider = await providerWithHours(alice, 3);
  const unpaid = await placesOrder(alice, provider, 2);
  const paid = await pays(alice, await placesOrder(alice, provider, 3));
  await hasRoom(alice.page, [
    `/checkout/${unpaid.id}`,
    `/tracking/${unpaid.id}`,
    `/tracking/${paid.id}`,
    `/providers/${provider.id}`,
    `/booking?providerId=${provider.id}`,
  ]);
  await alice.call("POST", `/api/orders/${unpaid.id}/cancellation`);
});

test("no control of a provider's page lies under anything, and no word breaks", async ({ stage }) => {
  const bruno = await stage.enters();
  await bruno.signsIn(DEMO.provider);
  await hasRoom(bruno.page, PROVIDER);
});

test("what lies over a control is found", async ({ stage }) => {
  const { page } = await stage.enters();
  await opens(page, "/login");
  expect(await page.evaluate(covered)).toEqual([]);

  await page.evaluate(() => {
    const over = document.createElement("aside");
    over.style.cssText = "position: fixed; inset: 0";
    document.body.append(over);
  });
  expect(await page.evaluate(covered)).toContain('a "Continue as guest" lies under aside ""');
});

test("a desk has the four places in its header, a phone at its foot", async ({ stage }) => {
  const { page } = await stage.enters();
  await opens(page, "/help");
  const places = page.getByRole("navigation", { name: "Main" });

  await page.setViewportSize({ width: 767, height: 1024 });
  expect(await places.count()).toBe(1);
  expect((await places.boundingBox())?.y).toBeGreaterThan(900);

  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await places.count()).toBe(1);
  expect((await places.boundingBox())?.y).toBeLessThan(64);
  await places.getByRole("link", { name: "Track" }).click();
  await sees(places.locator("[aria-current=page]", { hasText: "Track" }));
});
