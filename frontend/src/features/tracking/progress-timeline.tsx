import { Ban, Bike, Check, CircleCheck, ClipboardList, PackageCheck, Shirt, Truck } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { STAGES } from "@/api/orders/order-status";
import type { Order, OrderStatus } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDayTime } from "@/lib/dates";

const ICONS = {
  pending: ClipboardList,
  confirmed: CircleCheck,
  pickup: Bike,
  washing: Shirt,
  delivery: Truck,
  completed: PackageCheck,
  cancelled: Ban,
};

type Stage = OrderStatus;
type Step = { stage: Stage; at: string | null; state: "done" | "current" | "todo" };

/** When the order reached a stage; null if it has not. */
function reachedAt(order: Order, stage: Stage): string | null {
  return order.timeline.find((step) => step.status === stage)?.at ?? null;
}

/** The six steps; of a cancelled order those reached, and the cancellation. */
function stepsOf(order: Order): Step[] {
  const steps = STAGES.map((stage) => ({ stage, at: reachedAt(order, stage) }));
  if (order.status === "cancelled") {
    const reached = steps.filter(({ at }) => at !== null).map((step) => ({ ...step, state: "done" as const }));
    return [...reached, { stage: "cancelled", at: reachedAt(order, "cancelled"), state: "current" }];
  }
  const current = STAGES.findIndex((stage) => stage === order.status);
  return steps.map((step, index) => ({
    ...step,
    state: index === current ? "current" : index < current ? "done" : "todo",
  }));
}

function StepRow({
  step,
  now,
  isLast,
  children,
}: {
  step: Step;
  now: number;
  isLast: boolean;
  children: ReactNode;
}): ReactElement {
  const { stage, at, state } = step;
  const Icon = state === "done" ? Check : ICONS[stage];
  return (
    <li className="flex gap-4" aria-current={state === "current" ? "step" : undefined}>
      <div className="flex flex-col items-center">
        <span
          className={cx(
            "inline-flex size-10 shrink-0 items-center justify-center rounded-full border-2 transition-colors duration-500",
            state === "done" && "border-brand bg-brand text-on-brand",
            state === "current" &&
              (stage === "cancelled"
                ? "border-line-strong bg-sunken text-ink-soft ring-4 ring-sunken"
                : "border-brand bg-brand-soft text-brand-ink ring-4 ring-brand-soft"),
            state === "todo" && "border-line bg-surface text-ink-soft",
          )}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        {!isLast && (
          <span
            aria-hidden
            className={cx("my-1 w-0.5 grow transition-colors duration-500", state === "done" ? "bg-brand" : "bg-line")}
          />
        )}
      </div>
      <div className={cx("flex min-h-10 grow flex-wrap items-center justify-between gap-x-3", !isLast && "pb-5")}>
        <p className={cx("py-2", state === "current" && "font-semibold", state === "todo" && "text-ink-soft")}>
          {t(`steps.${stage}`)}
          <span className="sr-only">, {t(`tracking.step.${state}`)}</span>
        </p>
        {at !== null && state !== "todo" && (
          <time dateTime={at} className="text-caption text-ink-soft tabular-nums">
            {formatDayTime(at, now)}
          </time>
        )}
        <div className="contents">{children}</div>
      </div>
    </li>
  );
}

type ProgressTimelineProps = {
  order: Order;
  now: number;
  /** Renders content below a step. */ under?: (stage: Stage) => ReactNode;
};

/** The order's steps with their times. */
export function ProgressTimeline({ order, now, under }: ProgressTimelineProps): ReactElement {
  const steps = stepsOf(order);
  return (
    <ol>
      {steps.map((step, index) => (
        <StepRow key={step.stage} step={step} now={now} isLast={index === steps.length - 1}>
          {under?.(step.stage)}
        </StepRow>
      ))}
    </ol>
  );
}
