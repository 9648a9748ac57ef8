import { t } from "@/i18n/i18n";

import { announce, type Toast } from "./toast";

/** Says how something ended that was left while it was busy, with a button (`label`) that goes on from there. */
export function sayElsewhere(toast: Toast, label: string, goOn: () => void): void {
  announce({ ...toast, staysOnNavigation: true, action: { label, run: goOn } });
}

/**
 * Says why something failed that was left while it was busy: the place that would have shown it is gone. Nothing is said
 * if the session is over or another account's: its page says so, or shows that account's.
 */
export function sayFailureElsewhere(error: unknown, title: string | undefined, description: string): void {
  if ((Object(error) as { isSessionOver?: unknown }).isSessionOver === true) return;
  announce({
    title: title ?? t("common.error.title"),
    description,
    variant: "destructive",
    staysOnNavigation: true,
  });
}
