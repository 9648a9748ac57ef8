import { t } from "@/i18n/i18n";

/** Why Google or Apple led back to the sign-in page, as a sentence; null where they did not. */
export function socialErrorText(query: URLSearchParams): string | null {
  const code = query.get("error");
  if (code === null) return null;
  if (code.endsWith("not_configured")) {
    return t("auth.social.error.notConfigured", { name: code.startsWith("apple") ? "Apple" : "Google" });
  }
  return code.includes("cancel") ? t("auth.social.error.cancelled") : t("auth.social.error.other");
}
