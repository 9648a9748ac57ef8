import { useEffect, useState } from "react";

import { now as serverNow, onClockCorrected } from "@/lib/server-clock";

/** The present moment in milliseconds, by the server's clock, updated every so often, so that "5 minutes ago" stays true. */
export function useNow(everyMilliseconds = 60_000): number {
  const [now, setNow] = useState(serverNow);

  useEffect(() => {
    const renew = (): void => setNow(serverNow());
    const timer = setInterval(renew, everyMilliseconds);
    // Timers sleep in a hidden tab; what is seen again must be right at once.
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
