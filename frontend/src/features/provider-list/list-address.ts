import { useQuery } from "@/ui/use-address-state";

/** Query parameters of the list. */
const FILTER_NAMES = ["service", "today", "rating", "eco", "sort"] as const;

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
