import { useEffect, useRef } from "react";
import { useLocation, useNavigate, type LinkProps } from "react-router-dom";

import { beginAtHeading } from "@/ui/begin-at-heading";

/** The scheduler's tabs: a single later time, or recurring pickups. */
export type DatesTab = "once" | "recurring";

export const DATES_HASHES: Record<DatesTab, string> = { once: "#dates", recurring: "#recurring" };

type Way = Pick<LinkProps, "to" | "state">;

/** The link from the form to the scheduler, which has its own URL, so that Back closes it. */
export function useDatesLink(): (tab: DatesTab) => Way {
  const { search } = useLocation();
  return (tab) => ({ to: { search, hash: DATES_HASHES[tab] }, state: { isFromForm: true } });
}

export type Dates = {
  /** Null while the form is shown. */
  tab: DatesTab | null;
  show: (tab: DatesTab) => void;
  /** Back to the form. */
  close: () => void;
};

/** Whether the scheduler is open, according to the URL. */
export function useDates(): Dates {
  const { search, hash, state } = useLocation() as { search: string; hash: string; state: unknown };
  const navigate = useNavigate();
  const tab = hash === DATES_HASHES.once ? "once" : hash === DATES_HASHES.recurring ? "recurring" : null;
  return {
    tab,
    show: (next) => void navigate({ search, hash: DATES_HASHES[next] }, { state, replace: true }),
    close: () => {
      const isFromForm = typeof state === "object" && state !== null && "isFromForm" in state;
      // Without the form in the history, as after signing in, there is nothing to go back to.
      void (isFromForm ? navigate(-1) : navigate({ search }, { replace: true }));
    },
  };
}

/** Focuses the scheduler's heading when it opens, as on a new page. */
export function useHeadingFocus(isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) beginAtHeading();
    wasOpen.current = isOpen;
  }, [isOpen]);
}
