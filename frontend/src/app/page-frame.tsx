import { useEffect, useLayoutEffect, useState, type ComponentType, type ReactElement } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

import { loadMessages, t } from "@/i18n/i18n";
import { PageNamesContext, type PageNames } from "@/ui/page-names";

import type { PageName } from "./routes";

const typable = "#root input, #root textarea";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Tells React of a text that stood in a control before React did: it only notices a text that differs from its own. */
function replayTyped(control: TextControl): void {
  const typed = control.value;
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value");
  control.value = control.defaultValue;
  native?.set?.call(control, typed);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Takes over what a person did on a prerendered page before the app's script had arrived: what was typed stays, and
 * the button that was pressed is pressed again. To be called as the page is taken over, before anything is rendered anew.
 */
function replayInput(): void {
  const root = document.getElementById("root");
  if (root?.dataset["drawn"] === undefined) return;
  for (const control of document.querySelectorAll<TextControl>(typable)) {
    if (control.value !== control.defaultValue) replayTyped(control);
  }
  // Presses wait for the end of this turn: React answers none in the midst of its work.
  setTimeout(() => {
    root.removeAttribute("data-drawn");
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

/** The page about somebody: it is called after them once they are known. */
const PAGE_ABOUT = "/providers/:providerId";

function describe(page: PageName, names: PageNames | null): void {
  const about = names !== null && page === PAGE_ABOUT ? (`${page}.named` as const) : page;
  document.title = t(`metadata.${about}.title`, names ?? {});
  setMeta("description", t(`metadata.${about}.description`, names ?? {}));
  setMeta("keywords", t(`metadata.${page}.keywords`));
}

let isFirstPage = true;

/** Shows one page: sets its metadata and, after a navigation, starts at its top with the focus on its heading. */
export function PageFrame({ page, Page }: { page: PageName; Page: ComponentType }): ReactElement {
  const navigation = useNavigationType();
  const { hash } = useLocation();
  const [names, setNames] = useState<PageNames | null>(null);

  useLayoutEffect(replayInput, []);

  useEffect(() => {
    let isLeft = false;
    // The server has described the page that it sent: the texts for the others come when there is time.
    void loadMessages("metadata").then(
      () => !isLeft && describe(page, names),
      () => undefined,
    );
    return () => void (isLeft = true);
  }, [page, names]);

  useEffect(() => {
    // The browser itself places the first page, and restores the position on back and forward; where the address
    // names a part of the page, the page goes there itself.
    if (!isFirstPage && hash === "") {
      if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
    isFirstPage = false;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Only a change of page counts; the frame is mounted anew for each.
  }, []);

  return (
    <PageNamesContext value={setNames}>
      <Page />
    </PageNamesContext>
  );
}
