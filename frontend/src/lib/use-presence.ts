import { useCallback, useEffect, useRef } from "react";

/**
 * Whether the asking component is still on screen. What somebody has started and left ends as pressed, but never moves
 * them, and its outcome is said where they are by then.
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
