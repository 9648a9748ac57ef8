import { Check } from "lucide-react";
import { useState, type ReactElement } from "react";

import { errorText } from "@/resources/error-text";
import type { Order, OrderStatus } from "@/resources/types";
import { useUndoable } from "@/resources/use-undoable";
import { isOvertaken, useJobStep } from "@/resources/use-order-acts";
import { t } from "@/i18n/i18n";
import { now } from "@/lib/server-clock";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/overlay/dialog";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { showToast } from "@/ui/overlay/toast";

import { actOn } from "./job-day";

type Step = Exclude<OrderStatus, "pending" | "cancelled">;

function isStep(status: OrderStatus): status is Step {
  return status !== "pending" && status !== "cancelled";
}

type NextStepProps = { order: Order; to: Step; /** It is the next thing to do of all jobs. */ isNext: boolean };

/** The next step of a job. Its customer is told once the time to take it back is over. */
function NextStep({ order, to, isNext }: NextStepProps): ReactElement {
  const { move } = useJobStep(order);
  const { hold, isHeld, failureOf } = useUndoable();
  const name = actOn(order);
  const refusal = failureOf(name);
  const title = t(`provider.next.done.${to}`);
  const description = t("provider.next.tells", { name: order.customer?.firstName ?? "" });
  const press = (): void => {
    const at = now();
    hold({ name, title, description, send: () => move(to, at) });
  };
  return (
    <>
      {/* A toast has said it aloud. */}
      {refusal !== undefined && <FailureNotice title={t("provider.next.failed")} text={errorText(refusal)} isSaid />}
      {isHeld(name) ? (
        <p className="flex min-h-12 items-center justify-center gap-2 font-semibold text-good">
          <Check aria-hidden className="size-5" />
          {title}
        </p>
      ) : (
        <Button variant={isNext ? "primary" : "secondary"} wide onClick={press}>
          {t(`provider.next.${to}`)}
        </Button>
      )}
    </>
  );
}

/** Declining an order that waits for an answer, after a question. */
function Decline({ order }: { order: Order }): ReactElement {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { decline: send } = useJobStep(order);
  const name = order.customer?.firstName ?? "";

  const refuse = (error: unknown): void => {
    const title = t("provider.next.failed");
    const text = errorText(error);
    if (!isOvertaken(error)) {
      setFailure({ title, text });
      return;
    }
    // The order is not any more what was asked about, and its card may have gone elsewhere with this dialog.
    setAsks(false);
    showToast({ title, description: text, variant: "destructive" });
  };
  const decline = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await send();
      showToast({ title: t("provider.decline.done"), description: t("provider.next.told", { name }) });
      setAsks(false);
    } catch (error) {
      refuse(error);
    }
    setBusy(false);
  };
  const ask = (): void => {
    setFailure(null);
    setAsks(true);
  };

  return (
    <>
      <Button variant="ghost" wide onClick={ask}>
        {t("provider.decline")}
      </Button>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t("provider.decline.title")}
        description={t("provider.decline.body", { name })}
        failure={failure}
        actions={
          <>
            <Button variant="destructive" busy={busy} onClick={() => void decline()}>
              {t("provider.decline.confirm")}
            </Button>
            <Button onClick={() => setAsks(false)}>{t("provider.decline.keep")}</Button>
          </>
        }
      />
    </>
  );
}

/** The one next step of a job, as the server allows it, and declining where it may still be declined. */
export function JobActions({ order, isNext }: { order: Order; isNext: boolean }): ReactElement | null {
  const { isHeld } = useUndoable();
  const next = order.allowedTransitions.find(isStep);
  const mayDecline = order.allowedTransitions.includes("cancelled") && !isHeld(actOn(order));
  if (next === undefined && !mayDecline) return null;
  return (
    <div className="mt-4 flex flex-col gap-2">
      {next !== undefined && <NextStep order={order} to={next} isNext={isNext} />}
      {mayDecline && <Decline order={order} />}
    </div>
  );
}
