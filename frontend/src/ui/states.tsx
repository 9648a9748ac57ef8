import { RotateCw } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { t } from "@/i18n/i18n";

import { Button } from "./button";
import { ErrorArt } from "./illustrations/error-art";

type EmptyStateProps = { title: string; body?: string; picture?: ReactNode; action?: ReactNode };

/** An empty list: what that means and what to do next. */
export function EmptyState({ title, body, picture, action }: EmptyStateProps): ReactElement {
  return (
    <div className="card flex flex-col items-center gap-3 px-6 py-8 text-center">
      {picture}
      <p className="text-lead font-semibold">{title}</p>
      {body !== undefined && <p className="max-w-task text-balance text-ink-soft">{body}</p>}
      {action !== undefined && <div className="mt-1">{action}</div>}
    </div>
  );
}

type ErrorStateProps = { title?: string; body: string; onRetry?: () => void; busy?: boolean };

/** An error with a retry button. */
export function ErrorState({
  title = t("common.error.title"),
  body,
  onRetry,
  busy = false,
}: ErrorStateProps): ReactElement {
  return (
    <div role="alert" className="card flex flex-col items-center gap-3 px-6 py-8 text-center">
      <ErrorArt />
      <p className="text-lead font-semibold">{title}</p>
      <p className="max-w-task text-balance text-ink-soft">{body}</p>
      {onRetry !== undefined && (
        <Button
          variant="secondary"
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={onRetry}
          busy={busy}
          className="mt-1"
        >
          {t("common.tryAgain")}
        </Button>
      )}
    </div>
  );
}
