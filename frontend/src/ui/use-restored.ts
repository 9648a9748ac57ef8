import { useEffect } from "react";

/** Calls back when the browser's Back shows this page as it was left: what was busy then must work again. */
export function useRestored(onRestored: () => void): void {
  useEffect(() => {
    const wake = (event: PageTransitionEvent): void => {
      if (event.persisted) onRestored();
    };
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, [onRestored]);
}
