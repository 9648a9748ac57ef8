import { CircleAlert } from "lucide-react";
import type { ReactElement } from "react";

import { ApiError } from "@/resources/api-error";
import { errorText } from "@/resources/error-text";
import { t } from "@/i18n/i18n";

/** The sentence for a refused sign-in or registration. Too many attempts say how long to wait. */
export function refusalText(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null) {
    return error.userMessage ?? t("common.error.throttled", { seconds: error.retryAfter });
  }
  return errorText(error, fallback);
}

/** What went wrong, for as long as the form stands; the toast that says it aloud is gone after some seconds. */
export function RefusalNotice({ text }: { text: string }): ReactElement {
  return (
    <p className="flex items-start gap-2 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
  );
}
