import { ChevronRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";

type MenuRowProps = {
  icon: ReactNode;
  label: string;
  body?: string;
  to: string;
  /** The target is not in the web app: a plain link. */
  outside?: boolean;
};

/** A menu link. */
export function MenuRow({ icon, label, body, to, outside = false }: MenuRowProps): ReactElement {
  const shape = "flex min-h-16 items-center gap-4 px-4 py-3 transition-colors hover:bg-sunken";
  const content = (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        {icon}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-medium">{label}</span>
        {body !== undefined && <span className="block text-caption text-ink-soft">{body}</span>}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </>
  );
  return (
    <li>
      {outside ? (
        <a href={to} className={shape}>
          {content}
        </a>
      ) : (
        <Link to={to} className={shape}>
          {content}
        </Link>
      )}
    </li>
  );
}
