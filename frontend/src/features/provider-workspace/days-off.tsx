import { Plus, Trash2 } from "lucide-react";
import { useState, type ReactElement } from "react";

import { useAct } from "@/api/http/use-act";
import { useDaysOff } from "@/api/slots/use-working-week";
import { errorText, formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { DayOff } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate, zurichDate, zurichToUtc } from "@/lib/dates";
import { Button, IconButton } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Dialog } from "@/ui/overlay/dialog";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import type { WeekState } from "./use-week";

function daysText({ startDate, endDate }: DayOff, now: number): string {
  const [first, last] = [startDate, endDate].map((date) => formatDate(zurichToUtc(date, "12:00"), now)) as [
    string,
    string,
  ];
  return startDate === endDate ? first : t("week.off.range", { first, last });
}

function DayOffForm({ state, onSaved }: { state: WeekState; onSaved: () => void }): ReactElement {
  const today = zurichDate(useNow());
  const { id } = useAccount();
  const form = useForm({
    initial: { startDate: "", endDate: "", note: "" },
    draft: { name: "days off", owner: id },
    check: ({ startDate }) => ({ startDate: startDate === "" ? t("week.off.needsDay") : "" }),
    save: async ({ startDate, endDate, note }) => {
      await state.takeOff({ startDate, endDate: endDate === "" ? startDate : endDate, note }, t("week.saved"));
      onSaved();
    },
    explain: formErrorOf,
  });
  const { startDate } = form.values;
  return (
    <Form form={form}>
      <TextField form={form} name="startDate" label={t("week.off.first")} type="date" min={today} required />
      <TextField
        form={form}
        name="endDate"
        label={t("week.off.last")}
        type="date"
        min={startDate === "" ? today : startDate}
      />
      <TextField
        form={form}
        name="note"
        label={t("week.off.note")}
        maxLength={120}
        placeholder={t("week.off.note.placeholder")}
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t("week.off.save")}
      </SubmitButton>
    </Form>
  );
}

function DayOffRow({ dayOff, state }: { dayOff: DayOff; state: WeekState }): ReactElement {
  const { isBusy, failure, act } = useAct();
  const days = daysText(dayOff, useNow());
  const remove = (): Promise<void> =>
    act(() => state.removeDayOff(dayOff, t("week.off.removed")), { title: t("week.notSaved") });
  return (
    <li className="py-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="block font-medium tabular-nums">{days}</span>
          {dayOff.note !== "" && <span className="block text-ink-soft">{dayOff.note}</span>}
        </span>
        <IconButton
          label={t("week.off.remove", { days })}
          icon={<Trash2 aria-hidden className="size-5" />}
          disabled={isBusy}
          onClick={() => void remove()}
        />
      </div>
      {failure !== null && <FailureNotice {...failure} />}
    </li>
  );
}

function List({ state }: { state: WeekState }): ReactElement {
  const { daysOff, error, isBusy, retry } = useDaysOff();

  if (daysOff === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("week.off.error"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  if (daysOff === undefined) {
    return (
      <Loading>
        <Skeleton className="h-12 rounded-md" />
      </Loading>
    );
  }
  if (daysOff.length === 0) return <p className="text-ink-soft">{t("week.off.none")}</p>;
  return (
    <ul className="divide-y">
      {daysOff.map((dayOff) => (
        <DayOffRow key={dayOff.id} dayOff={dayOff} state={state} />
      ))}
    </ul>
  );
}

/** Days off and vacations: list, add, remove. */
export function DaysOff({ state }: { state: WeekState }): ReactElement {
  const [adds, setAdds] = useState(false);
  return (
    <SectionCard title={t("week.off.title")}>
      <List state={state} />
      <Button className="mt-3" wide onClick={() => setAdds(true)}>
        <Plus aria-hidden className="size-5" />
        {t("week.off.add")}
      </Button>
      <Dialog open={adds} onClose={() => setAdds(false)} title={t("week.off.dialog")}>
        {adds && <DayOffForm state={state} onSaved={() => setAdds(false)} />}
      </Dialog>
    </SectionCard>
  );
}
