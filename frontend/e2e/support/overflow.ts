import type { Locator, Page, ViewportSize } from "@playwright/test";

import { expect } from "../fixtures/test.ts";
import { pathOf, waitUntilLoaded } from "./page.ts";

/** The smallest phone. */
export const SMALLEST = { width: 320, height: 640 };
/** The smallest phone, a phone, the narrowest desktop, a desktop, and that one at 200 % zoom. */
export const WINDOWS = [
  SMALLEST,
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
] as const;

/** Opens a page, and waits until it has loaded. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
}

/** Controls that are covered by something else at every scroll position, and what covers them. */
export function covered(within: string): string[] {
  const named = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;
  const isLabel = (control: Element, over: Element): boolean =>
    [...((control as HTMLInputElement).labels ?? [])].some((label) => label.contains(over));
  /** The element at the control's centre; null if that is the control, undefined if outside of the window. */
  const coverOf = (control: Element): Element | null | undefined => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (over === null) return undefined;
    return control.contains(over) || over.contains(control) || isLabel(control, over) ? null : over;
  };
  const isShown = (control: Element): boolean => {
    const { width, height } = control.getBoundingClientRect();
    // Elements of one pixel are for screen readers; their label is what is pressed.
    return width > 1 && height > 1 && control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const found: string[] = [];
  const controls = document.querySelectorAll(
    `${within} :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary)`,
  );
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

/** How much wider than the window the page is, and words broken without hyphenation. */
function broken(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const text = texts.currentNode as Text;
    // Email addresses and URLs have no break opportunities. Words hyphenated by the language's rules, or at a soft
    // hyphen, are fine.
    if (getComputedStyle(text.parentElement ?? document.body).hyphens === "auto") continue;
    // In one of mail digits may stand beside letters, too.
    const addresses = [...text.data.matchAll(/\S+@\S+/g)];
    for (const word of text.data.matchAll(/(?<![\p{L}@.\u00ad-])\p{L}{3,}(?![\p{L}@.\u00ad-])/gu)) {
      if (addresses.some(({ index, 0: address }) => index <= word.index && word.index < index + address.length))
        continue;
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
      );
      if (lines.size > 1) found.push(`"${word[0]}" is broken`);
    }
  }
  return found;
}

/** Texts, and pictures that can be pressed, that overflow their box over their neighbours. */
export function outgrown(): string[] {
  const shown: [name: string, rect: DOMRect, parent: Element | null][] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    shown.push([`"${range.toString().slice(0, 40)}"`, range.getBoundingClientRect(), texts.currentNode.parentElement]);
  }
  for (const picture of document.querySelectorAll("label svg")) {
    const name = picture.closest("label")?.control?.getAttribute("aria-label") ?? "a choice";
    shown.push([`the picture of ${name}`, picture.getBoundingClientRect(), picture.parentElement]);
  }
  type Box = { left: number; right: number; hasWidth: boolean; clips: boolean; isPlaced: boolean };
  const boxes = new Map<Element, Box>();
  const boxOf = (element: Element): Box => {
    const { display, overflowX, position } = getComputedStyle(element);
    const { left, right } = element.getBoundingClientRect();
    // Inline boxes and `display: contents` have no width of their own.
    const hasWidth = !/inline$|contents/.test(display);
    // Clipping and scrolling are intended, and one-pixel boxes are for screen readers.
    return {
      left,
      right,
      hasWidth,
      clips: overflowX !== "visible" || right - left <= 1,
      isPlaced: /absolute|fixed/.test(position),
    };
  };
  const sticksOut = (rect: DOMRect, parent: Element | null): boolean => {
    for (let element = parent; element !== null && element !== document.body; element = element.parentElement) {
      const box = boxes.get(element) ?? boxOf(element);
      boxes.set(element, box);
      if (box.clips) return false;
      if (box.hasWidth && (rect.left < box.left - 1 || rect.right > box.right + 1)) return true;
      // Positioned elements are where they were put.
      if (box.isPlaced) return false;
    }
    return false;
  };
  return shown
    .filter(([, { width }]) => width > 1)
    .flatMap(([name, rect, parent]) => (sticksOut(rect, parent) ? [`${name} sticks out`] : []));
}

/** How much wider than their boxes the page and an open dialog are. */
export function sideways(): string[] {
  const parts = [document.documentElement, ...document.querySelectorAll("[role=dialog]")];
  return parts
    .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    .filter((beyond) => beyond > 0)
    .map((beyond) => `${beyond} px too wide`);
}

/** The page's layout faults: covered controls, broken words, overflow. */
async function faultsOf(page: Page, within: string): Promise<string[]> {
  return [
    ...(await page.evaluate(covered, within)),
    ...(await page.evaluate(broken)),
    ...(await page.evaluate(outgrown)),
  ];
}

/** The faults of an open dialog on the smallest phone; restores the window's size. */
export async function faultsOnSmallest(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(WINDOWS[0]);
  const faults = await faultsOf(page, "[role=dialog]");
  if (before !== null) await page.setViewportSize(before);
  return faults;
}

/** The layout faults of the visible toast. */
export function faultsOfToast(page: Page): Promise<string[]> {
  return faultsOf(page, "[data-toasts]");
}

/** At each window size, these pages have no layout faults. `arrives` opens each. */
export async function expectNoOverflow(
  page: Page,
  paths: readonly string[],
  windows: readonly ViewportSize[] = WINDOWS,
  arrives = openPage,
): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    await arrives(page, path);
    for (const window of windows) {
      await page.setViewportSize(window);
      faults.push(...(await faultsOf(page, "body")).map((fault) => `${path} at ${window.width}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
}

/** A dialog or sheet that a press opens. */
export type Sheet = {
  at: string;
  press: string | RegExp;
  /** Visible once it has loaded. */ shows?: (dialog: Locator) => Locator;
};

/** On the smallest phone, these dialogs have no layout faults. */
export async function expectSheetsFit(page: Page, sheets: readonly Sheet[]): Promise<void> {
  const faults: string[] = [];
  await page.setViewportSize(WINDOWS[0]);
  for (const { at, press, shows } of sheets) {
    if (pathOf(page) !== at) await openPage(page, at);
    await page.getByRole("main").or(page.getByRole("banner")).getByRole("button", { name: press }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(shows?.(dialog) ?? dialog.getByRole("button").first()).toBeVisible();
    await waitUntilLoaded(page);
    faults.push(...(await faultsOf(page, "[role=dialog]")).map((fault) => `${String(press)} at ${at}: ${fault}`));
    await page.keyboard.press("Escape");
    await expect(dialog.first()).toBeHidden();
  }
  expect(faults).toEqual([]);
}
