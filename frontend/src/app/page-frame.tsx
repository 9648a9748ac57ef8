import { useEffect, useLayoutEffect, useState, type ComponentType, type ReactElement } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

import { productName } from "@/i18n/i18n";
import { PageNamesContext, type PageNames } from "@/ui/page-names";

import type { RouteMetadata } from "./routes";
import { wake } from "./wake";

function setMeta(name: string, content: string): void {
  let element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (element === null) {
    element = document.createElement("meta");
    element.name = name;
    document.head.append(element);
  }
  element.content = content;
}

/** Each name once: what a person is called is no template. */
function filledIn(text: string, names: PageNames | null): string {
  const known: PageNames = { product: productName(), ...names };
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => known[name] ?? braces);
}

let isFirstPage = true;

/** Shows one page: sets its metadata and, after a navigation, starts at its top with the focus on its heading. */
export function PageFrame({ page, Page }: { page: RouteMetadata; Page: ComponentType }): ReactElement {
  const navigation = useNavigationType();
  const { hash } = useLocation();
  const [names, setNames] = useState<PageNames | null>(null);

  useLayoutEffect(wake, []);

  useEffect(() => {
    const { title, description } = names === null ? page : (page.named ?? page);
    document.title = filledIn(title, names);
    setMeta("description", filledIn(description, names));
    setMeta("keywords", page.keywords);
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
