import type { Provider } from "@/api/types";
import { t } from "@/i18n/i18n";

import { ApiError, NetworkError, NotQueued } from "./api-error";

/** The text for a failed call: the server's message, else one by the kind of error. */
export function errorText(error: unknown, fallback: string = t("common.error.server")): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback;
  if (error instanceof NetworkError)
    return t(error.reason === "timeout" ? "common.error.timeout" : "common.error.network");
  return error instanceof NotQueued ? error.message : fallback;
}

/** The first validation message of each field, by payload name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([name, messages]) => [name, messages[0] ?? ""]));
}

/** True if there was no connection. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof NetworkError && error.reason === "connection";
}

/** A form's errors for a failed call: by field, and as a whole. */
export function formErrorOf(
  error: unknown,
  fallback?: string,
): { fields: Record<string, string>; text: string; needsConnection: boolean } {
  return {
    fields: fieldErrors(error),
    text: errorText(error, fallback),
    needsConnection: isConnectionError(error),
  };
}

const NAMES_PROVIDERS = ["not_served", "instant_provider_needed"];

/**
 * The other providers that an error response suggests, nearest first: who serves the address, or who accepts at once
 * because the chosen one could not answer in time. Empty for any other error.
 */
export function providersIn(error: unknown): readonly Provider[] {
  if (!(error instanceof ApiError) || !NAMES_PROVIDERS.includes(error.code)) return [];
  const { providers } = error.body;
  return Array.isArray(providers) ? (providers as Provider[]) : [];
}
