import { useCallback, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Whether its person is still at the component. An act that they have left behind still completes, but does not
 * navigate; its result is shown in a toast.
 */
export function usePresence(): () => boolean {
  const { pathname } = useLocation();
  const path = useRef<string | null>(null);
  // Before the next page can be seen: an effect would come some time after.
  useLayoutEffect(() => {
    path.current = window.location.pathname;
    return () => {
      path.current = null;
    };
  }, [pathname]);
  // The address changes first: this page is shown until the code of the next one has come.
  return useCallback(() => path.current === window.location.pathname, []);
}
