import { useCallback, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/** What the address says of the list: what is to be booked, who is left out, who stands first. */
const FILTER_NAMES = ["service", "today", "rating", "eco", "sort"] as const;

type Query = [query: URLSearchParams, change: (write: (next: URLSearchParams) => void) => void];

/** The query of the address, and a way to change it: of two quick presses the second does not undo the first. */
export function useQuery(): Query {
  const [query, setQuery] = useSearchParams();
  // What is not rendered yet counts already.
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

/** Whether the full list is open, and a way to open it or to close it: then nothing is filtered any more. */
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
