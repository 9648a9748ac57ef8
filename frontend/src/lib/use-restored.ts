import { useEffect } from "react";

/** Calls back when the page is restored from the bfcache: what was busy must become usable. */
export function useRestored(onRestored: () => void): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) onRestored();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [onRestored]);
}
