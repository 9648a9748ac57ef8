import { useState, type ReactElement } from "react";

import { useAct } from "@/api/http/use-act";
import type { QuietHours } from "@/api/notifications/use-notification-choices";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { FailureNotice } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Select } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";
import { Switch } from "@/ui/switch";

export type QuietHoursProps = { hours: QuietHours | null; choose: (hours: QuietHours | null) => Promise<unknown> };

const NIGHT: QuietHours = { from: "22:00", until: "07:00" };
const HALF_HOURS = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`,
);

/** Every half hour, plus the stored value; the other end is disabled, because the range must not be empty. */
function optionsOf(chosen: string, other: string): { value: string; label: string; disabled: boolean }[] {
  return [...new Set([...HALF_HOURS, chosen])]
    .sort()
    .map((time) => ({ value: time, label: time, disabled: time === other }));
}

/** Quiet hours: nothing that can wait is sent. */
export function QuietHoursChoice({ hours, choose }: QuietHoursProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const isOnline = useOnline();
  // Optimistic; reverted if saving fails.
  const [pending, setPending] = useState<{ hours: QuietHours | null } | null>(null);
  const shown = pending === null ? hours : pending.hours;
  const take = async (chosen: QuietHours | null): Promise<void> => {
    setPending({ hours: chosen });
    const save = async (): Promise<void> => {
      await choose(chosen);
      showToast({ title: t("profile.notices.saved") });
    };
    await act(save, { title: t("profile.quiet.notSaved") });
    setPending(null);
  };
  const isBlocked = isBusy || !isOnline;
  return (
    <section aria-label={t("profile.quiet.title")} className="flex flex-col gap-3 border-t pt-3">
      <Switch
        label={t("profile.quiet.title")}
        description={t("profile.quiet.body")}
        checked={shown !== null}
        disabled={isBlocked}
        onCheckedChange={(isOn) => void take(isOn ? NIGHT : null)}
      />
      {shown !== null && (
        <div className="grid grid-cols-2 gap-3">
          {(["from", "until"] as const).map((end) => (
            <Field key={end} label={t(`profile.quiet.${end}`)}>
              {(control) => (
                <Select
                  {...control}
                  value={shown[end]}
                  disabled={isBlocked}
                  options={optionsOf(shown[end], shown[end === "from" ? "until" : "from"])}
                  onValueChange={(time) => void take({ ...shown, [end]: time })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {failure !== null && <FailureNotice {...failure} />}
    </section>
  );
}
