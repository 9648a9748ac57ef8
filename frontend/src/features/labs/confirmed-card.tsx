import { CircleCheck, X } from "lucide-react";
import type { ReactElement, Ref } from "react";

import type { ServiceType, TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Badge } from "@/ui/badge";
import { IconButton } from "@/ui/button";

type Plan = { pattern: "weekly" | "biweekly" | "monthly"; serviceType: ServiceType; preferredTime: string };

/** The confirmed slot or recurring plan. */
export type Confirmation = { kind: "once"; slot: TimeSlot } | { kind: "recurring"; plan: Plan };

function Line({ label, children }: { label: string; children: string | ReactElement }): ReactElement {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-medium break-all tabular-nums">{children}</dd>
    </div>
  );
}

function OnceLines({ slot }: { slot: TimeSlot }): ReactElement {
  return (
    <>
      <Line label={t("labs.confirmed.date")}>{formatDate(`${slot.date}T12:00:00Z`)}</Line>
      <Line label={t("labs.confirmed.time")}>
        {t("labs.confirmed.range", { start: slot.startTime, end: slot.endTime })}
      </Line>
      <Line label={t("labs.confirmed.type")}>{t(`labs.type.${slot.slotType}`)}</Line>
      <Line label={t("labs.confirmed.slot")}>
        <span className="text-caption">{slot.id}</span>
      </Line>
    </>
  );
}

function RecurringLines({ plan }: { plan: Plan }): ReactElement {
  return (
    <>
      <Line label={t("labs.confirmed.pattern")}>{t(`labs.pattern.${plan.pattern}`)}</Line>
      <Line label={t("labs.confirmed.service")}>{t(`common.service.${plan.serviceType}`)}</Line>
      <Line label={t("labs.confirmed.preferred")}>{plan.preferredTime}</Line>
      <Line label={t("labs.confirmed.status")}>
        <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3.5" />}>
          {t("labs.confirmed.active")}
        </Badge>
      </Line>
    </>
  );
}

type ConfirmedCardProps = { confirmation: Confirmation; onClose: () => void; ref: Ref<HTMLHeadingElement> };

/** "Booking Confirmed" (specification point 2, /schedule-test). `ref` is its heading, to be focused. */
export function ConfirmedCard({ confirmation, onClose, ref }: ConfirmedCardProps): ReactElement {
  return (
    <section className="card animate-rise border-good p-4">
      <div className="mb-3 flex items-center gap-2">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-good" />
        <h2 ref={ref} tabIndex={-1} className="grow text-lead font-semibold focus:outline-none">
          {t("labs.confirmed.once")}
        </h2>
        <IconButton
          label={t("common.close")}
          icon={<X aria-hidden className="size-5" />}
          onClick={onClose}
          className="-my-2 -mr-2"
        />
      </div>
      <dl className="flex flex-col gap-1.5">
        {confirmation.kind === "once" ? (
          <OnceLines slot={confirmation.slot} />
        ) : (
          <RecurringLines plan={confirmation.plan} />
        )}
      </dl>
      <p className="mt-3 text-caption text-ink-soft">{t("labs.confirmed.note")}</p>
    </section>
  );
}
