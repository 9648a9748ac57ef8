import { t } from "@/i18n/i18n";

import { announce } from "./toast";

/**
 * Says why something failed that was left while it was busy: the place that would have shown it is gone. Nothing is said
 * if the session has ended, which its page says itself.
 */
export function sayFailureElsewhere(error: unknown, title: string | undefined, description: string): void {
  if ((Object(error) as { status?: unknown }).status === 401) return;
  announce({
    title: title ?? t("common.error.title"),
    description,
    variant: "destructive",
    staysOnNavigation: true,
  });
}
