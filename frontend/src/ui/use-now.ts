import { useEffect, useState } from "react";

import { now as serverNow, onClockCorrected } from "@/lib/server-clock";

/**
 * The current time in milliseconds by the server's clock, updated at an interval, so that "5 minutes ago" stays true.
 */
export function useNow(everyMilliseconds = 60_000): number {
  const [now, setNow] = useState(serverNow);

  useEffect(() => {
    const renew = (): void => setNow(serverNow());
    const timer = setInterval(renew, everyMilliseconds);
    // Timers are throttled in a hidden tab: update when it becomes visible.
    document.addEventListener("visibilitychange", renew);
    const stop = onClockCorrected(renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
      stop();
    };
  }, [everyMilliseconds]);

  return now;
}
