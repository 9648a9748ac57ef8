import { useEffect, useState } from "react";

/** The present moment in milliseconds, told anew every so often, so that "5 minutes ago" stays true. */
export function useNow(everyMilliseconds = 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}
