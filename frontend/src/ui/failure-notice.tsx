import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactElement } from "react";

/** Why something did not work. */
export type Failure = {
  title?: string;
  text: string;
  /** A toast says it aloud, and is gone after some seconds: the notice is only there to be read. */
  isSaid?: boolean;
};

/** What went wrong, where the person looks, for as long as it is not dealt with. */
export function FailureNotice({ title, text, isSaid = false }: Failure): ReactElement {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Braces: what the browser answers (newer ones a promise) is no clean-up.
    notice.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
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
