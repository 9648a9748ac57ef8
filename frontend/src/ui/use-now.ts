import { useEffect, useState } from "react";

/** The present moment in milliseconds, told anew every so often, so that "5 minutes ago" stays true. */
export function useNow(everyMilliseconds = 60_000): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const renew = (): void => setNow(Date.now());
    const timer = setInterval(renew, everyMilliseconds);
    // Timers sleep in a hidden tab; what is seen again must be right at once.
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [everyMilliseconds]);

  return now;
}
