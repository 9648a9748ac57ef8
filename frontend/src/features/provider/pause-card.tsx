import { CirclePause, Play } from "lucide-react";
import { useState, type ReactElement } from "react";

import { errorText } from "@/resources/error-text";
import type { Week } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDate, zurichDate, zurichToUtc } from "@/lib/dates";
import { Button, ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { useNow } from "@/ui/use-now";

import { ChangeForm } from "./change-form";
import type { WeekState } from "./use-week";

type FormProps = { state: WeekState; present: string | null; onSaved: () => void };

function Form({ state, present, onSaved }: FormProps): ReactElement {
  const tomorrow = addDays(zurichDate(useNow()), 1);
  const [until, setUntil] = useState(present ?? "");
  const save = async (): Promise<void> => {
    await state.pause(until === "" ? null : until, t("week.pause.done"));
    onSaved();
  };
  return (
    <ChangeForm check={() => ({})} save={save} shows={["until"]}>
      {({ errors, busy }) => (
        <>
          <Field label={t("week.pause.until")} error={errors["until"]} hint={t("week.pause.until.hint")}>
            {(control) => <Input {...control} type="date" min={tomorrow} value={until} onChange={(event) => setUntil(event.target.value)} />}
          </Field>
          <Button type="submit" variant="primary" busy={busy}>
            {t("week.pause.confirm")}
          </Button>
        </>
      )}
    </ChangeForm>
  );
}

function PauseDialog({ open, onClose, ...rest }: Omit<FormProps, "onSaved"> & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("week.pause.dialog")} description={t("week.pause.body")}>
      {open && <Form {...rest} onSaved={onClose} />}
    </Dialog>
  );
}

/** Stands at the top while the provider is paused: until when, and the way back. */
export function PausedNotice({ state, week }: { state: WeekState; week: Week }): ReactElement {
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const [changes, setChanges] = useState(false);

  const resume = async (): Promise<void> => {
    setBusy(true);
    try {
      await state.resume(t("week.resume.done"));
    } catch (failure) {
      showToast({ title: t("week.notSaved"), description: errorText(failure), variant: "destructive" });
      state.retry();
    }
    setBusy(false);
  };
  const text = (): string => {
    if (!week.mayResume) return t("week.paused.office");
    if (week.pausedUntil === null) return t("week.paused.open");
    return t("week.paused.until", { day: formatDate(zurichToUtc(week.pausedUntil, "12:00"), now) });
  };

  return (
    <section className="rounded-card border border-warn bg-warn-soft p-4">
      <h2 className="flex items-center gap-2 text-lead font-semibold text-warn">
        <CirclePause aria-hidden className="size-5 shrink-0" />
        {t("week.paused.title")}
      </h2>
      <p className="mt-1">{text()}</p>
      {week.mayResume ? (
        <div className="mt-3 flex flex-col gap-2 md:flex-row">
          <Button variant="primary" busy={busy} onClick={() => void resume()}>
            <Play aria-hidden className="size-5" />
            {t("week.resume.action")}
          </Button>
          <Button disabled={busy} onClick={() => setChanges(true)}>
            {t("week.paused.change")}
          </Button>
        </div>
      ) : (
        <ButtonLink to="/support" className="mt-3">
          {t("week.paused.support")}
        </ButtonLink>
      )}
      <PauseDialog open={changes} onClose={() => setChanges(false)} state={state} present={week.pausedUntil} />
    </section>
  );
}

/** The way into a pause. */
export function PauseCard({ state }: { state: WeekState }): ReactElement {
  const [asks, setAsks] = useState(false);
  return (
    <SectionCard title={t("week.pause.title")}>
      <p className="text-ink-soft">{t("week.pause.body")}</p>
      <Button className="mt-3" wide onClick={() => setAsks(true)}>
        <CirclePause aria-hidden className="size-5" />
        {t("week.pause.action")}
      </Button>
      <PauseDialog open={asks} onClose={() => setAsks(false)} state={state} present={null} />
    </SectionCard>
  );
}
