import { useEffect } from "react";

const CONTROLS = "a[href], button:not(:disabled), [role=tab]";

/** Where an element stands: its ancestors, nearest first, each with the child that leads to it. */
type Trail = { parent: Element; index: number }[];

function trailOf(element: Element): Trail {
  const trail: Trail = [];
  for (let child = element; child.parentElement !== null && child !== document.body; child = child.parentElement) {
    trail.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return trail;
}

/** Puts the focus on the heading of the page, or, while it has none, on its content. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>("main h1[tabindex]") ?? document.querySelector<HTMLElement>("main");
  heading?.focus({ preventScroll: true });
}

function controlIn(element: Element | undefined): HTMLElement | null {
  if (element === undefined) return null;
  return element.matches(CONTROLS) ? (element as HTMLElement) : element.querySelector<HTMLElement>(CONTROLS);
}

/** What stands where something stood that is gone: what follows it, else what came before. No text field: it would open the keyboard. */
function successor(trail: Trail): HTMLElement | null {
  for (const { parent, index } of trail) {
    if (!parent.isConnected) {
      // Where a notice stood nothing follows on it.
      if (parent.matches("[data-passing]")) return null;
      continue;
    }
    // Some parts say themselves where their person goes on: the id of what can have the focus.
    const named = document.getElementById(parent.getAttribute("data-goes-on-at") ?? "");
    if (named !== null) return named;
    // A dialog takes the focus itself.
    if (parent.matches("[role=dialog]")) return parent as HTMLElement;
    if (parent.matches("main, body") || parent.querySelector("h1") !== null) return null;
    const children = [...parent.children];
    const order = [...children.slice(index), ...children.slice(0, index).reverse()];
    const control = order.map(controlIn).find((one) => one !== null);
    if (control !== undefined) return control;
  }
  return null;
}

/** Puts the focus where something stood that is gone; on the page's heading where there is nothing to go on with. */
export function focusAfter(trail: Trail): void {
  successor(trail)?.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusHeading();
}

type Focused = { element: Element; trail: Trail };

let last: Focused | null = null;

/** What has the focus; where nothing has it, as while a pressed button is disabled, what had it last. Null where nobody knows. */
export function focused(): Focused | null {
  const element = document.activeElement;
  return element === null || element === document.body ? last : { element, trail: trailOf(element) };
}

/**
 * The focus never falls to the page's body: where the control that has it goes away, it goes on to the next control
 * nearby or to the page's heading; where that control is disabled for a while, it comes back.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      // What a bank asks stands in a frame above the page, and takes itself away: it goes on where the person was before.
      if (target instanceof HTMLIFrameElement && target.closest("main, form") === null) return;
      // What stands in a toast goes with it: then it goes on where the person was before.
      const trail = last !== null && target.closest("[data-toasts]") !== null ? last.trail : trailOf(target);
      last = { element: target, trail };
    };
    const onPointerDown = ({ target }: Event): void => {
      // Whoever taps beside takes the focus away on purpose.
      if (last !== null && !last.element.contains(target as Node)) last = null;
    };
    const onChange = (): void => {
      if (last === null || document.activeElement !== document.body) return;
      const { element, trail } = last;
      // A dialog that closes gives the focus back itself.
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
