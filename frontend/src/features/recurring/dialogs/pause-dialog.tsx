import type { ReactElement } from "react";

import { refusalOf } from "@/resources/error-text";
import { t } from "@/i18n/i18n";
import { addDays } from "@/lib/dates";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Dialog } from "@/ui/overlay/dialog";

const TWO_WEEKS = 14;
const YEAR = 365;

type PauseProps = { today: string; onPause: (until: string) => Promise<void> };

function PauseForm({ today, onPause }: PauseProps): ReactElement {
  const form = useForm({
    initial: { until: addDays(today, TWO_WEEKS) },
    check: ({ until }) => ({ until: until === "" ? t("recurring.pause.needsDay") : "" }),
    save: ({ until }) => onPause(until),
    explain: refusalOf,
    notice: { title: t("recurring.notPaused") },
  });
  return (
    <Form form={form}>
      <TextField form={form} name="until" label={t("recurring.pause.until")} type="date" min={addDays(today, 1)} max={addDays(today, YEAR)} required />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="brand">
        {t("recurring.pause.confirm")}
      </SubmitButton>
    </Form>
  );
}

/** Asks until when a booking pauses; pickups begin again on that day. */
export function PauseDialog({ open, onClose, ...form }: PauseProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.pause.title")} description={t("recurring.pause.body")}>
      <PauseForm {...form} />
    </Dialog>
  );
}
