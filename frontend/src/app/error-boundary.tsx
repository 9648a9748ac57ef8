import { Component, type ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { reloadOnRetry } from "@/lib/reload";
import { ErrorState } from "@/ui/states";

type Props = { children: ReactNode };
type State = { failed: boolean };

/** Catches render errors, including chunks that fail to load. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="mx-auto w-full max-w-task px-4 py-8">
        <h1 tabIndex={-1} className="sr-only">
          {t("common.error.title")}
        </h1>
        {/* Browsers cache a failed import for the life of the document, so only a reload helps. */}
        <ErrorState body={t("common.error.body")} onRetry={reloadOnRetry} />
      </div>
    );
  }
}
