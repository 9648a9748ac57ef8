import { Component, type ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { ErrorState } from "@/ui/states";

type Props = { children: ReactNode };
type State = { failed: boolean };

/** Catches what breaks while a page is rendered, a chunk that cannot be loaded included. */
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
        {/* A failed chunk stays failed in this document; loading the page again is the way that always works. */}
        <ErrorState body={t("common.error.body")} onRetry={() => window.location.reload()} />
      </div>
    );
  }
}
