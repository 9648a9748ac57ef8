import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

import { useOnline } from "@/lib/use-online";

type NeedsConnectionProps = {
  /** What cannot be done now. */
  says: string;
  /** What is on its way stays to be seen. */
  busy?: boolean;
  /** What is to be asked for again then. */
  onBack?: () => void;
  children: ReactNode;
};

/** What cannot wait for a connection: without one a sentence stands in its place, until there is one again. */
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
