import { useState, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { addDays } from "@/lib/dates";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import type { Failure } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";

const TWO_WEEKS = 14;
const YEAR = 365;

type PauseProps = { today: string; isBusy: boolean; onPause: (until: string) => void };

function PauseForm({ today, isBusy, onPause }: PauseProps): ReactElement {
  const [until, setUntil] = useState(() => addDays(today, TWO_WEEKS));
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPause(until);
      }}
    >
      <Field label={t("recurring.pause.until")}>
        {(control) => (
          <Input
            {...control}
            type="date"
            required
            min={addDays(today, 1)}
            max={addDays(today, YEAR)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="brand" busy={isBusy}>
        {t("recurring.pause.confirm")}
      </Button>
    </form>
  );
}

/** Asks until when a booking pauses; pickups begin again on that day. */
export function PauseDialog({ open, failure, onClose, ...form }: PauseProps & { open: boolean; failure: Failure | null; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.pause.title")} description={t("recurring.pause.body")} failure={failure}>
      <PauseForm {...form} />
    </Dialog>
  );
}
