import type { Locator, Page } from "@playwright/test";

const MARK = "data-wanderer";

/** What can be pressed, and what can be typed into; with an open dialog only what is in it. */
export type Kind = "press" | "type";

/**
 * The names of all controls of a kind: 'button "Message"', a second one of the same name 'button "Message" (2)'. What
 * differs from walk to walk (numbers of orders, email addresses) is left out of names. Marks the wanted one.
 */
function namesOf({ kind, wanted, mark }: { kind: Kind; wanted: string | null; mark: string }): string[] {
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
  const pressed = "a[href], button, summary, [role=tab], [role=radio], input[type=checkbox], input[type=radio]";
  const typed = "input, textarea, select";
  const scopes = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const toasts = document.querySelectorAll("[data-toasts]");
  const within = scopes.length > 0 ? [[...scopes].at(-1), ...toasts] : [document.body];
  const isAble = (control: Element): boolean => {
    const { width, height } = control.getBoundingClientRect();
    // A choice of one pixel is pressed by its label.
    const isShown = width > 0 && height > 0 && control.checkVisibility({ visibilityProperty: true });
    if (!isShown || control.matches(":disabled, [aria-disabled=true], [inert] *, .sr-only:not(input)")) return false;
    if (kind === "type") return !control.matches("[type=checkbox], [type=radio], [type=file], [type=range]");
    if (!(control instanceof HTMLAnchorElement)) return true;
    const isOfApp = control.origin === window.location.origin && !/^\/(api|admin|media|demo)\b/.test(control.pathname);
    return isOfApp && !control.hasAttribute("download") && control.target !== "_blank" && !control.hash;
  };
  const nameOf = (control: Element): string => {
    const label = (control as HTMLInputElement).labels?.[0]?.textContent;
    const name = control.getAttribute("aria-label") ?? label ?? control.textContent;
    return name
      .replace(/\s+/g, " ")
      .replace(/\S+@\S+/g, "@")
      .replace(/#\w{4,}/g, "#")
      .trim()
      .slice(0, 60);
  };
  const found: string[] = [];
  const controls = within.flatMap((part) => [...(part?.querySelectorAll(kind === "press" ? pressed : typed) ?? [])]);
  for (const control of controls.filter(isAble)) {
    const role = control.getAttribute("role") ?? control.tagName.toLowerCase();
    const name = `${role} "${nameOf(control)}"`;
    const nth = found.filter((other) => other === name || other.startsWith(`${name} (`)).length;
    const full = nth === 0 ? name : `${name} (${nth + 1})`;
    if (full === wanted) control.setAttribute(mark, "");
    found.push(full);
  }
  return found;
}

export const controlsOf = (page: Page, kind: Kind): Promise<string[]> =>
  page.evaluate(namesOf, { kind, wanted: null, mark: MARK });

/** The control of this name; null if it is not there (any more). */
export async function findControl(page: Page, kind: Kind, wanted: string): Promise<Locator | null> {
  const names = await page.evaluate(namesOf, { kind, wanted, mark: MARK });
  return names.includes(wanted) ? page.locator(`[${MARK}]`).first() : null;
}

/**
 * One of the names, by a number. Each name has its own rank for a number, so that the same one is chosen where others
 * have gone, as in a shortened walk.
 */
export function choose<T extends string>(names: readonly T[], choice: number): T | null {
  const ranked = names.map((name) => ({ name, rank: rankOf(`${choice} ${name}`) }));
  return ranked.sort((one, other) => one.rank - other.rank)[0]?.name ?? null;
}

/** FNV-1a, mixed: a number that says nothing about the text. */
function rankOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
