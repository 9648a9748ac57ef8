import { useState, type ReactElement } from "react";

import { useJobStep } from "@/resources/use-orders";
import { errorText } from "@/resources/error-text";
import type { Order, OrderStatus } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/overlay/dialog";
import type { Failure } from "@/ui/failure-notice";
import { showToast } from "@/ui/overlay/toast";

type Step = Exclude<OrderStatus, "pending" | "cancelled">;

function isStep(status: OrderStatus): status is Step {
  return status !== "pending" && status !== "cancelled";
}

/** The one next step of a job, as the server allows it, and declining where it may still be declined. */
export function JobActions({ order }: { order: Order }): ReactElement | null {
  const [busy, setBusy] = useState<OrderStatus | null>(null);
  const [asksDecline, setAsksDecline] = useState(false);
  const [notDeclined, setNotDeclined] = useState<Failure | null>(null);
  const step = useJobStep(order.id);
  const next = order.allowedTransitions.find(isStep);
  const mayDecline = order.allowedTransitions.includes("cancelled");
  const name = order.customer?.firstName ?? "";

  const move = async (status: OrderStatus): Promise<void> => {
    setBusy(status);
    setNotDeclined(null);
    try {
      await step(status);
      const title = isStep(status) ? t(`provider.next.done.${status}`) : t("provider.decline.done");
      showToast({ title, description: t("provider.next.told", { name }) });
      setAsksDecline(false);
    } catch (error) {
      const failure = { title: t("provider.next.failed"), text: errorText(error) };
      if (isStep(status)) showToast({ title: failure.title, description: failure.text, variant: "destructive" });
      else setNotDeclined(failure);
    }
    setBusy(null);
  };

  if (next === undefined && !mayDecline) return null;
  return (
    <div className="mt-4 flex flex-col gap-2">
      {next !== undefined && (
        <Button variant="primary" wide busy={busy === next} disabled={busy !== null} onClick={() => void move(next)}>
          {t(`provider.next.${next}`)}
        </Button>
      )}
      {mayDecline && (
        <Button variant="ghost" wide disabled={busy !== null} onClick={() => {
            setNotDeclined(null);
            setAsksDecline(true);
          }}>
          {t("provider.decline")}
        </Button>
      )}
      <Dialog
        open={asksDecline}
        onClose={() => setAsksDecline(false)}
        title={t("provider.decline.title")}
        description={t("provider.decline.body", { name })}
        failure={notDeclined}
        actions={
          <>
            <Button variant="destructive" busy={busy === "cancelled"} onClick={() => void move("cancelled")}>
              {t("provider.decline.confirm")}
            </Button>
            <Button onClick={() => setAsksDecline(false)}>{t("provider.decline.keep")}</Button>
          </>
        }
      />
    </div>
  );
}
