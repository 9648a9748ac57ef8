import { t } from "@/i18n/i18n";

const NAMES = new Map([
  ["google", "Google"],
  ["apple", "Apple"],
]);

function sentence(reason: string, name: string): string {
  switch (reason) {
    case "not_configured":
      return t("auth.social.error.notConfigured", { name });
    case "cancelled":
      return t("auth.social.error.cancelled", { name });
    case "no_email":
      return t("auth.social.error.noEmail", { name });
    case "email_taken":
      return t("auth.social.error.emailTaken");
    default:
      return t("auth.social.error.failed", { name });
  }
}

/** Why Google or Apple led back to the sign-in page ("google_cancelled"), as a sentence; null where they did not. */
export function socialErrorText(query: URLSearchParams): string | null {
  const code = query.get("error");
  if (code === null) return null;
  if (code === "account_closed") return t("auth.social.error.closed");
  const [provider = "", ...reason] = code.split("_");
  const name = NAMES.get(provider);
  return name === undefined ? t("auth.social.error.other") : sentence(reason.join("_"), name);
}
