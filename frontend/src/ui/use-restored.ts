import { useEffect } from "react";

/** Calls back when the browser's Back shows this page as it was left: what was busy then must work again. */
export function useRestored(onRestored: () => void): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) onRestored();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [onRestored]);
}
