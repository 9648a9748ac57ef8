import { t } from "@/i18n/i18n";

import { ApiError, NetworkError } from "./api-error";

/** What to tell a person about a failed call: the server's sentence, else what can be said without it. */
export function errorText(error: unknown, fallback: string = t("common.error.server")): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback;
  if (error instanceof NetworkError) return t("common.error.network");
  return fallback;
}

/** The first message of each field that the server refused, by payload name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([name, messages]) => [name, messages[0] ?? ""]));
}
