import { createContext, useContext, useEffect } from "react";

/** Whom or what a page is about, for its title: {name: "Bruno K.", city: "Zurich"}. */
export type PageNames = Readonly<Record<string, string>>;

/** What a page tells its frame; where there is no frame, nobody listens. */
export const PageNamesContext = createContext<(names: PageNames | null) => void>(() => undefined);

/** Has the page's title and description say whom the page is about, once that is known. */
export function usePageNames(names: PageNames | null): void {
  const setNames = useContext(PageNamesContext);
  const text = names === null ? null : JSON.stringify(names);
  useEffect(() => {
    if (text !== null) setNames(JSON.parse(text) as PageNames);
  }, [setNames, text]);
}
