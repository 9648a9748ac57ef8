import { useCallback, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/** Query parameters of the list. */
const FILTER_NAMES = ["service", "today", "rating", "eco", "sort"] as const;

type Query = [query: URLSearchParams, change: (write: (next: URLSearchParams) => void) => void];

/** The URL's query and a setter; two quick changes must not undo each other. */
export function useQuery(): Query {
  const [query, setQuery] = useSearchParams();
  // The latest query, including changes not rendered yet.
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback<Query[1]>(
    (write) => {
      const next = new URLSearchParams(latest.current);
      write(next);
      latest.current = next;
      setQuery(next, { replace: true });
    },
    [setQuery],
  );
  return [query, change];
}

/** Whether the full list is open; closing it clears the filters. */
export function useShowAll(): { isOpen: boolean; showAll: (isOpen: boolean) => void } {
  const [query, change] = useQuery();
  return {
    isOpen: query.get("show") === "all" || FILTER_NAMES.some((name) => query.has(name)),
    showAll: (isOpen) =>
      change((next) => {
        if (isOpen) next.set("show", "all");
        else for (const name of ["show", ...FILTER_NAMES]) next.delete(name);
      }),
  };
}
