import { useEffect, useLayoutEffect, useState, type ComponentType, type ReactElement } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

import { loadMessages, t } from "@/i18n/i18n";
import { PageNamesContext, type PageNames } from "@/ui/page-names";

import type { PageName } from "./routes";

const typable = "#root input, #root textarea";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** The fields of the prerendered page; the app may hydrate them, or render its own in their place. */
let prerendered: readonly TextControl[] = [];

/** Call it before the app renders. */
export function rememberPrerendered(): void {
  prerendered = [...document.querySelectorAll<TextControl>(typable)];
}

const isTyped = ({ value, defaultValue }: TextControl): boolean => value !== defaultValue;

/** Whether anything was typed on the prerendered page. */
export const hasTyped = (): boolean => prerendered.some(isTyped);

/** Makes React notice text typed before hydration: it ignores an input event if the value equals the one it tracks. */
function replayTyped(control: TextControl, typed: string): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value");
  control.value = control.defaultValue;
  native?.set?.call(control, typed);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Replays input that was made on a prerendered page before hydration: typed text stays, and a pressed button is pressed
 * again. Call it in the first layout effect, before anything re-renders.
 */
function replayInput(): void {
  const root = document.getElementById("root");
  if (root?.dataset["prerendered"] === undefined) return;
  for (const [index, control] of document.querySelectorAll<TextControl>(typable).entries()) {
    const before = prerendered[index];
    if (before?.name === control.name && isTyped(before)) replayTyped(control, before.value);
  }
  // Replay presses in a new task: React ignores events during hydration.
  setTimeout(() => {
    root.removeAttribute("data-prerendered");
    document.dispatchEvent(new Event("app:alive"));
  });
}

function setMeta(name: string, content: string): void {
  let element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (element === null) {
    element = document.createElement("meta");
    element.name = name;
    document.head.append(element);
  }
  element.content = content;
}

/** A page titled with its provider's name once loaded. */
const PAGE_ABOUT = "/providers/:providerId";

function describe(page: PageName, names: PageNames | null): void {
  const about = names !== null && page === PAGE_ABOUT ? (`${page}.named` as const) : page;
  document.title = t(`metadata.${about}.title`, names ?? {});
  setMeta("description", t(`metadata.${about}.description`, names ?? {}));
  setMeta("keywords", t(`metadata.${page}.keywords`));
}

let isFirstPage = true;

/** Renders a page: sets its metadata and, after a navigation, scrolls to the top and focuses its heading. */
export function PageFrame({ page, Page }: { page: PageName; Page: ComponentType }): ReactElement {
  const navigation = useNavigationType();
  const { hash } = useLocation();
  const [names, setNames] = useState<PageNames | null>(null);

  useLayoutEffect(replayInput, []);

  useEffect(() => {
    let isLeft = false;
    // The server has set the first page's metadata, so these texts can load late.
    void loadMessages("metadata").then(
      () => !isLeft && describe(page, names),
      () => undefined,
    );
    return () => void (isLeft = true);
  }, [page, names]);

  useEffect(() => {
    // The browser scrolls on the first page, and on back and forward. If the URL has a hash, the page itself scrolls to
    // it.
    if (!isFirstPage && hash === "") {
      if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
      // Unless something in the page has taken the focus already.
      const main = document.querySelector("main");
      if (!main?.contains(document.activeElement))
        main?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    }
    isFirstPage = false;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only on a change of page, which remounts the frame.
  }, []);

  return (
    <PageNamesContext value={setNames}>
      <Page />
    </PageNamesContext>
  );
}
