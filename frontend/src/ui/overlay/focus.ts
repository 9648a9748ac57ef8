import { useEffect } from "react";

const CONTROLS = "a[href], button:not(:disabled), [role=tab]";

/** The position of an element: its ancestors, nearest first, each with the index of the child on the path. */
type Trail = { parent: Element; index: number }[];

function trailOf(element: Element): Trail {
  const trail: Trail = [];
  for (let child = element; child.parentElement !== null && child !== document.body; child = child.parentElement) {
    trail.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return trail;
}

/** Focuses the page's heading, or <main> while there is none. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>("main h1[tabindex]") ?? document.querySelector<HTMLElement>("main");
  heading?.focus({ preventScroll: true });
}

function controlIn(element: Element | undefined): HTMLElement | null {
  if (element === undefined) return null;
  return element.matches(CONTROLS) ? (element as HTMLElement) : element.querySelector<HTMLElement>(CONTROLS);
}

/**
 * The control next to where a removed one was: the following one, else the one before. No text field, which would open
 * the keyboard.
 */
function successor(trail: Trail): HTMLElement | null {
  for (const { parent, index } of trail) {
    if (!parent.isConnected) {
      // After a temporary notice no control nearby is meaningful.
      if (parent.matches("[data-passing]")) return null;
      continue;
    }
    // Some parts name the id of the element to focus.
    const named = document.getElementById(parent.getAttribute("data-goes-on-at") ?? "");
    if (named !== null) return named;
    // A dialog is focusable itself.
    if (parent.matches("[role=dialog]")) return parent as HTMLElement;
    if (parent.matches("main, body") || parent.querySelector("h1") !== null) return null;
    const children = [...parent.children];
    const order = [...children.slice(index), ...children.slice(0, index).reverse()];
    const control = order.map(controlIn).find((one) => one !== null);
    if (control !== undefined) return control;
  }
  return null;
}

/** Focuses the control next to where a removed one was, or else the page's heading. */
export function focusAfter(trail: Trail): void {
  successor(trail)?.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusHeading();
}

type Focused = { element: Element; trail: Trail };

let last: Focused | null = null;

/** The focused element; if there is none, as while a pressed button is disabled, the last one. Null if unknown. */
export function focused(): Focused | null {
  const element = document.activeElement;
  return element === null || element === document.body ? last : { element, trail: trailOf(element) };
}

/**
 * Keeps focus from falling to <body>: if the focused control is removed, it moves to the next control or the page's
 * heading; if it is disabled for a while, focus returns to it.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      // A bank's 3-D Secure frame removes itself; then focus returns to the control before it.
      if (target instanceof HTMLIFrameElement && target.closest("main, form") === null) return;
      // A toast removes itself; then focus returns to the control before it.
      const trail = last !== null && target.closest("[data-toasts]") !== null ? last.trail : trailOf(target);
      last = { element: target, trail };
    };
    const onPointerDown = ({ target }: Event): void => {
      // Tapping elsewhere removes the focus on purpose.
      if (last !== null && !last.element.contains(target as Node)) last = null;
    };
    const onChange = (): void => {
      if (last === null || document.activeElement !== document.body) return;
      const { element, trail } = last;
      // A closing dialog restores the focus itself.
      if (!element.isConnected && element.closest("[role=dialog]") !== null) return;
      if (!element.isConnected) {
        focusAfter(trail);
      } else if (element instanceof HTMLElement && !element.matches(":disabled")) {
        element.focus({ preventScroll: true });
      }
    };

    const observer = new MutationObserver(onChange);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      last = null;
      observer.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, []);
}
