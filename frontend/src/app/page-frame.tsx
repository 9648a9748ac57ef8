import { useEffect, useLayoutEffect, type ComponentType, type ReactElement } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

import { productName } from "@/i18n/i18n";

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

let isFirstPage = true;

/** Shows one page: sets its metadata and, after a navigation, starts at its top with the focus on its heading. */
export function PageFrame({ page, Page }: { page: RouteMetadata; Page: ComponentType }): ReactElement {
  const navigation = useNavigationType();
  const { hash } = useLocation();

  useLayoutEffect(wake, []);

  useEffect(() => {
    document.title = page.title.replaceAll("{product}", productName());
    setMeta("description", page.description);
    setMeta("keywords", page.keywords);
  }, [page]);

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

  return <Page />;
}
