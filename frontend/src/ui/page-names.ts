import { createContext, useContext, useEffect } from "react";

/** Names for the page's title: {name: "Bruno K.", city: "Zurich"}. */
export type PageNames = Readonly<Record<string, string>>;

/** Passes the names to the page frame; does nothing without one. */
export const PageNamesContext = createContext<(names: PageNames | null) => void>(() => undefined);

/** Puts names into the page's title and description, once they are loaded. */
export function usePageNames(names: PageNames | null): void {
  const setNames = useContext(PageNamesContext);
  const text = names === null ? null : JSON.stringify(names);
  useEffect(() => {
    if (text !== null) setNames(JSON.parse(text) as PageNames);
  }, [setNames, text]);
}
