import { ApiError } from "@/api/http/api-error";
import { formErrorOf } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";

/** The messages of a refused sign-in or registration; for a rate limit with the time to wait. */
export function signInError(error: unknown, fallback: string): ReturnType<typeof formErrorOf> {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
  return formErrorOf(error, seconds === null ? fallback : t("auth.error.throttled", { seconds }));
}
