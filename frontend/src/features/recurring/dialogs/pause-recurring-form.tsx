import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { addDays } from "@/lib/dates";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";

const TWO_WEEKS = 14;
const YEAR = 365;

export type PauseProps = { bookingId: string; today: string; onPause: (until: string) => Promise<void> };

/** Asks until when to pause. */
export function PauseRecurringForm({ bookingId, today, onPause }: PauseProps): ReactElement {
  const { id } = useAccount();
  const form = useForm({
    initial: { until: addDays(today, TWO_WEEKS) },
    draft: { name: `pause ${bookingId}`, owner: id },
    check: ({ until }) => ({ until: until === "" ? t("recurring.pause.needsDay") : "" }),
    save: ({ until }) => onPause(until),
    explain: formErrorOf,
    notice: { title: t("recurring.notPaused") },
  });
  return (
    <Form form={form}>
      <TextField
        form={form}
        name="until"
        label={t("recurring.pause.until")}
        type="date"
        min={addDays(today, 1)}
        max={addDays(today, YEAR)}
        required
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="brand">
        {t("recurring.pause.confirm")}
      </SubmitButton>
    </Form>
  );
}
