import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactElement } from "react";

type FailureNoticeProps = {
  text: string;
  /** A toast says it aloud, and is gone after some seconds: this one is only there to be read. */
  isSaid?: boolean;
};

/** What went wrong, where the person looks, for as long as it is not dealt with. */
export function FailureNotice({ text, isSaid = false }: FailureNoticeProps): ReactElement {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.scrollIntoView({ block: "nearest" }), [text]);
  return (
    <p ref={notice} role={isSaid ? undefined : "alert"} className="flex items-start gap-2 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
  );
}
