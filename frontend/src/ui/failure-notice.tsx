import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";

/** Why an action failed. */
export type Failure = {
  title?: string;
  text: string;
  /** A toast announces it too, so the notice needs no role="alert". */
  isSaid?: boolean;
  /** There was no connection: the notice goes once there is one. */
  needsConnection?: boolean;
};

/** An error message beside the control, shown until it is resolved. */
export function FailureNotice({ title, text, isSaid = false, needsConnection }: Failure): ReactElement | null {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (needsConnection !== true) return;
    const end = (): void => setIsOver(true);
    window.addEventListener("online", end);
    return () => window.removeEventListener("online", end);
  }, [needsConnection]);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Braces, because newer browsers return a promise, which React would take for a clean-up.
    notice.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  if (isOver) return null;
  return (
    <div
      ref={notice}
      role={isSaid ? undefined : "alert"}
      className="flex items-start gap-2 rounded-md bg-bad-soft px-4 py-3 text-bad"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <p>{text}</p>
      </div>
    </div>
  );
}
