import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

import { useOnline } from "@/lib/use-online";

type NeedsConnectionProps = {
  /** The text shown while offline. */
  says: string;
  /** Keeps the children while a request is running. */
  busy?: boolean;
  /** Called when back online, to load again. */
  onBack?: () => void;
  children: ReactNode;
};

/** For actions that cannot be queued: shows a text instead while offline. */
export function NeedsConnection({ says, busy = false, onBack, children }: NeedsConnectionProps): ReactNode {
  const isOnline = useOnline();
  const was = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !was.current) onBack?.();
    was.current = isOnline;
  }, [isOnline, onBack]);
  if (isOnline || busy) return children;
  return (
    <p role="status" className="flex grow items-start gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {says}
    </p>
  );
}
