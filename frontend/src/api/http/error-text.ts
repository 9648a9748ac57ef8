import type { Provider } from "@/api/types";
import { t } from "@/i18n/i18n";

import { ApiError, NetworkError, NotQueued } from "./api-error";

/** What to tell a person about a failed call: the server's sentence, else what can be said without it. */
export function errorText(error: unknown, fallback: string = t("common.error.server")): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback;
  if (error instanceof NetworkError)
    return t(error.reason === "timeout" ? "common.error.timeout" : "common.error.network");
  return error instanceof NotQueued ? error.message : fallback;
}

/** The first message of each field that the server refused, by payload name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([name, messages]) => [name, messages[0] ?? ""]));
}

/** What a form says of a failed call: at the fields that are to blame, and as a whole. */
export function formErrorOf(error: unknown, fallback?: string): { fields: Record<string, string>; text: string } {
  return { fields: fieldErrors(error), text: errorText(error, fallback) };
}

const NAMES_PROVIDERS = ["not_served", "instant_provider_needed"];

/**
 * Those who come to an address that the chosen provider does not serve, or who accept at once what that one could not
 * answer in time; the nearest first, and empty for any other error.
 */
export function providersIn(error: unknown): readonly Provider[] {
  if (!(error instanceof ApiError) || !NAMES_PROVIDERS.includes(error.code)) return [];
  const { providers } = error.body;
  return Array.isArray(providers) ? (providers as Provider[]) : [];
}
