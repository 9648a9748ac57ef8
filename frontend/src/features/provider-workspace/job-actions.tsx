import { Check } from "lucide-react";
import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { Order, OrderStatus } from "@/api/types";
import { useUndoable } from "@/api/http/use-undoable";
import { awaitsPayment } from "@/api/orders/order-status";
import { useJobStep } from "@/api/orders/use-order-acts";
import { t } from "@/i18n/i18n";
import { now } from "@/lib/server-clock";
import { usePendingActions } from "@/offline/pending-actions";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/overlay/dialog";
import { FailureNotice } from "@/ui/failure-notice";
import { lazyPart } from "@/ui/lazy-part";

import { actOn, handBackTime } from "./job-day";
type Step = Exclude<OrderStatus, "pending" | "cancelled">;

function isStep(status: OrderStatus): status is Step {
  return status !== "pending" && status !== "cancelled";
}

type NextStepProps = { order: Order; to: Step; /** The most urgent step of all jobs. */ isNext: boolean };

/** The next step of a job. It is sent, and its customer notified, when the undo time is over. */
function NextStep({ order, to, isNext }: NextStepProps): ReactElement {
  const { move } = useJobStep(order);
  const { hold, failureOf } = useUndoable();
  const name = actOn(order);
  const stepFailure = failureOf(name);
  const press = (): void => {
    const description = t(navigator.onLine ? "provider.next.tells" : "provider.next.tellsLater", {
      name: order.customer?.firstName ?? "",
    });
    hold({ name, title: t(`provider.next.done.${to}`), description, ...move(to, now()), mayWait: true });
  };
  return (
    <>
      {/* A toast has announced it. */}
      {stepFailure !== undefined && (
        <FailureNotice title={t("provider.next.failed")} text={errorText(stepFailure)} isSaid />
      )}
      <Button variant={isNext ? "primary" : "secondary"} wide onClick={press}>
        {t(`provider.next.${to}`)}
      </Button>
    </>
  );
}

/** Whether a step waits for its provider's decision: until then nothing behind it is sent. */
function useIsUndecided({ id }: Order): boolean {
  return usePendingActions().some(({ entityId, error }) => entityId === id && error?.kind === "conflict");
}

/** Shown after a step in place of the next one, so that a double tap does not take both. */
function Taken({ title }: { title: string }): ReactElement {
  return (
    <p className="flex min-h-12 items-center justify-center gap-2 font-semibold text-good">
      <Check aria-hidden className="size-5" />
      {title}
    </p>
  );
}

/** Steps that ask for confirmation. */
const QUESTIONS = {
  decline: lazyPart(async () => (await import("./decline-form")).DeclineForm),
  handBack: lazyPart(async () => (await import("./hand-back-form")).HandBackForm),
};

/** Declines an order, or hands back an accepted one; after a question. */
function No({ order, how }: { order: Order; how: keyof typeof QUESTIONS }): ReactElement {
  const [asks, setAsks] = useState(false);
  const Question = QUESTIONS[how];
  const onClose = (): void => setAsks(false);
  const time = handBackTime(order, now());
  const bodies = {
    decline: awaitsPayment(order) ? "provider.decline.body.unpaid" : "provider.decline.body",
    handBack: time === "early" ? "provider.handBack.body" : (`provider.handBack.${time}` as const),
  } as const;
  return (
    <>
      <Button variant="ghost" wide onClick={() => setAsks(true)}>
        {t(`provider.${how}`)}
      </Button>
      <Dialog
        open={asks}
        onClose={onClose}
        title={t(`provider.${how}.title`)}
        description={t(bodies[how], { name: order.customer?.firstName ?? "" })}
      >
        {asks && <Question order={order} onClose={onClose} />}
      </Dialog>
    </>
  );
}

const HandedBackJob = lazyPart(async () => (await import("./handed-back-job")).HandedBackJob);
const HandoverStep = lazyPart(async () => (await import("./handover-step")).HandoverStep);

/** The job's next step as the server allows it, and declining or handing back. */
export function JobActions({ order, isNext }: { order: Order; isNext: boolean }): ReactElement | null {
  const { heldTitle } = useUndoable();
  const isUndecided = useIsUndecided(order);
  const next = isUndecided ? undefined : order.allowedTransitions.find(isStep);
  const taken = heldTitle(actOn(order));
  const isFree = taken === undefined;
  if (order.handBackBy !== null)
    return (
      <HandedBackJob order={order} by={order.handBackBy}>
        {isFree ? next !== undefined && <NextStep order={order} to={next} isNext={isNext} /> : <Taken title={taken} />}
      </HandedBackJob>
    );
  const mayDecline = isFree && order.allowedTransitions.includes("cancelled");
  // Late and silent: the server offers the help of a hand-back, and the customer somebody else.
  const isLetDown = (order.substituteOfferedAt ?? null) !== null;
  const mayHandBack = isFree && order.status === "confirmed" && (isLetDown || Date.parse(order.pickupTime) > now());
  const changesHands = order.status === "pickup" || order.status === "delivery";
  // Orders cached by an older version lack this field.
  const needsCode = new Set<OrderStatus>(order.handoversWithCode).has(order.status);
  if (isFree && !isUndecided && next === undefined && !mayDecline && !mayHandBack) return null;
  return (
    <div className="mt-4 flex flex-col gap-2">
      {isFree && isLetDown && (
        <p className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
          {t("provider.job.letDown", { name: order.customer?.firstName ?? "" })}
        </p>
      )}
      {isUndecided && (
        <p className="rounded-md bg-warn-soft px-3 py-2 font-medium text-warn">{t("provider.next.undecided")}</p>
      )}
      {!isFree && <Taken title={taken} />}
      {next !== undefined && isFree && !needsCode && <NextStep order={order} to={next} isNext={isNext} />}
      {next !== undefined && isFree && changesHands && (
        <HandoverStep order={order} to={next} isNext={isNext} needsCode={needsCode} />
      )}
      {mayDecline && <No order={order} how="decline" />}
      {mayHandBack && <No order={order} how="handBack" />}
    </div>
  );
}
