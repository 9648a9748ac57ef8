import { useEffect, useRef } from "react";
import { useLocation, useNavigate, type LinkProps } from "react-router-dom";

import { beginAtHeading } from "@/ui/begin-at-heading";

/** What can be chosen beyond the form's own hours: a single later time, or pickups that repeat. */
export type DatesTab = "once" | "recurring";

export const DATES_HASHES: Record<DatesTab, string> = { once: "#dates", recurring: "#recurring" };

type Way = Pick<LinkProps, "to" | "state">;

/** The link from the form to its further dates. They have an address of their own, so that the way back is the browser's, too. */
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

/** Whether the further dates of the booking page are open, as its address says. */
export function useDates(): Dates {
  const { search, hash, state } = useLocation() as { search: string; hash: string; state: unknown };
  const navigate = useNavigate();
  const tab = hash === DATES_HASHES.once ? "once" : hash === DATES_HASHES.recurring ? "recurring" : null;
  return {
    tab,
    show: (next) => void navigate({ search, hash: DATES_HASHES[next] }, { state, replace: true }),
    close: () => {
      const isFromForm = typeof state === "object" && state !== null && "isFromForm" in state;
      // Whoever came by the address alone, as after signing in, has no form to go back to.
      void (isFromForm ? navigate(-1) : navigate({ search }, { replace: true }));
    },
  };
}

/** Begins the further dates at their heading, as a page of its own would. */
export function useHeadingFocus(isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) beginAtHeading();
    wasOpen.current = isOpen;
  }, [isOpen]);
}
