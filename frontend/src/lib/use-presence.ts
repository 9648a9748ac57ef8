import { useCallback, useEffect, useRef } from "react";

/**
 * Whether the component is still mounted. An act that its user has left behind still completes, but does not navigate;
 * its result is shown in a toast.
 */
export function usePresence(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
