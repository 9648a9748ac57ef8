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
