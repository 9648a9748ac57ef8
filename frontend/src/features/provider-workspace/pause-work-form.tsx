import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { addDays, zurichDate } from "@/lib/dates";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { useNow } from "@/ui/use-now";

import type { WeekState } from "./use-week";

export type PauseWorkFormProps = {
  state: WeekState;
  /** The end of the present pause, null for none; undefined if there is no pause. */
  present: string | null | undefined;
  onSaved: () => void;
};

/** Pauses until a date, or indefinitely. */
export function PauseWorkForm({ state, present, onSaved }: PauseWorkFormProps): ReactElement {
  const tomorrow = addDays(zurichDate(useNow()), 1);
  const { id } = useAccount();
  const form = useForm({
    initial: { until: present ?? "" },
    draft: { name: "pause", owner: id },
    check: () => ({}),
    save: async ({ until }) => {
      const end = until === "" ? null : until;
      // The same pause once more is refused, and changes nothing.
      if (end !== present) await state.pause(end, t("week.pause.done"));
      onSaved();
    },
    explain: formErrorOf,
  });
  return (
    <Form form={form}>
      <TextField
        form={form}
        name="until"
        label={t("week.pause.until")}
        hint={t("week.pause.until.hint")}
        type="date"
        min={tomorrow}
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t("week.pause.confirm")}
      </SubmitButton>
    </Form>
  );
}
