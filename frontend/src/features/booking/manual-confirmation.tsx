import { Hand } from "lucide-react";
import type { ReactElement } from "react";

import { answerHours } from "@/api/providers/answer-hours";
import { t } from "@/i18n/i18n";

export type ManualConfirmationProps = { name: string; answerMinutes: number };

/** Says before payment that the provider must accept the order, and what happens otherwise. */
export function ManualConfirmationNote({ name, answerMinutes }: ManualConfirmationProps): ReactElement {
  return (
    <p className="mt-4 flex gap-2 rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
      <Hand aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t("common.manual", { name, hours: answerHours(answerMinutes) })}
    </p>
  );
}
