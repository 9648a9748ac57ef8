import { ArrowLeft } from "lucide-react";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

type PageProps = {
  title: string;
  /** The back button's target; no button without it. */
  backTo?: string;
  backLabel?: string;
  /** Replaces the navigation to `backTo`. */
  onBack?: (() => void) | undefined;
  /** A line below the heading. */
  lead?: ReactNode;
  /** At the end of the heading's line. */
  action?: ReactNode;
  /** "task" is a narrow column, "page" a wide one for lists and reading. */
  width?: "task" | "page";
  children: ReactNode;
};

/** The frame of every screen except home: back button, h1, content. */
export function Page(props: PageProps): ReactElement {
  const { title, backTo, backLabel = t("common.back"), onBack, lead, action, width = "task", children } = props;
  const goBack = (event: MouseEvent): void => {
    if (onBack === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onBack();
  };
  return (
    <div className={cx("mx-auto w-full px-4 pt-4 pb-6 md:pt-8", width === "task" ? "max-w-task" : "max-w-page")}>
      <div className="mb-4 flex flex-wrap items-start gap-1">
        {backTo !== undefined && (
          <Link
            to={backTo}
            aria-label={backLabel}
            onClick={goBack}
            className="-ml-3 inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-6" />
          </Link>
        )}
        {/* If there is no room beside the title, the action wraps below. */}
        <div className="min-w-0 grow basis-40 py-1.5">
          <h1 tabIndex={-1} className="text-title font-bold md:text-display">
            {title}
          </h1>
          {lead !== undefined && <div className="mt-1 text-ink-soft">{lead}</div>}
        </div>
        {action !== undefined && <div className="ml-auto shrink-0">{action}</div>}
      </div>
      {children}
    </div>
  );
}

/**
 * The primary action, sticky above the bottom navigation; not sticky on very low screens, where it would hide the rest.
 */
export function StickyAction({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="above-nav z-10 -mx-4 mt-4 border-t bg-page/95 px-4 py-3 backdrop-blur-sm [@media(min-height:30rem)]:sticky md:static! md:mx-0 md:border-0 md:bg-transparent md:px-0">
      {children}
    </div>
  );
}
