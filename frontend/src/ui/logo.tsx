import type { ReactElement } from "react";

/** The logo: a drop of water that is also a fold of cloth. */
export function LogoMark({ className = "size-8" }: { className?: string }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <path
        d="M16 1.5c5.2 6.5 10.6 12.2 10.6 18.4 0 .4 0 .8-.1 1.2-3 1.5-6.2 1.2-9.3-.8-3.3-2.2-7.3-2.9-11.5-.9C6.1 13.5 11.1 7.7 16 1.5z"
        className="fill-brand"
      />
      <path
        d="M5.5 21.5c3.9-2 7.5-1.5 10.6.5 3.2 2.1 6.6 2.6 9.9 1.3-1.5 4.2-5.4 7.2-10 7.2-5.6 0-10.1-4-10.5-9z"
        className="fill-accent-art"
      />
    </svg>
  );
}
