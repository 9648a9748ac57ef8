import type { ReactElement } from "react";

import { errorText, formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { Order } from "@/api/types";
import { useHandBackActs } from "@/api/orders/use-hand-back";
import { isOvertaken } from "@/api/orders/use-order-acts";
import { t } from "@/i18n/i18n";
import { now } from "@/lib/server-clock";
import { Button } from "@/ui/button";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";

import { handBackTime } from "./job-day";

const MAX_REASON = 300;
const STEPS = { early: ["asked", "neighbours", "refund"], late: ["asked", "late"] } as const;

type HandBackFormProps = { order: Order; onClose: () => void };

/** Hands an order back, with a reason. Never queued, because the customer waits for it. */
export function HandBackForm({ order, onClose }: HandBackFormProps): ReactElement {
  const { handBack } = useHandBackActs(order);
  const { user } = useSession();
  const name = order.customer?.firstName ?? "";
  const time = handBackTime(order, now());
  const isShort = time === "short";
  const form = useForm({
    initial: { reason: "" },
    draft: { name: `hand-back ${order.id}`, owner: user?.id ?? null },
    check: ({ reason }) => ({ reason: reason.trim() === "" ? t("provider.handBack.required") : "" }),
    save: async ({ reason }) => {
      try {
        const { status } = await handBack(reason.trim());
        const outcome = status === "cancelled" ? "cancelled" : "done";
        showToast({
          title: t(`provider.handBack.${outcome}`),
          description: t(`provider.handBack.${outcome}.body`, { name }),
        });
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        // The order has changed, so its card, and with it this dialog, may be gone: use a toast.
        showToast({ title: t("provider.handBack.failed"), description: errorText(error), variant: "destructive" });
      }
      onClose();
    },
    explain: (error) => formErrorOf(error),
    notice: { title: t("provider.handBack.failed") },
  });

  return (
    <Form form={form}>
      <TextareaField
        form={form}
        name="reason"
        label={t("provider.handBack.reason")}
        hint={t(isShort ? "provider.handBack.short.hint" : "provider.handBack.hint", { name })}
        required
        rows={3}
        maxLength={MAX_REASON}
      />
      {!isShort && (
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-ink-soft">
          {STEPS[time].map((step) => (
            <li key={step}>{t(`provider.handBack.step.${step}`, { name })}</li>
          ))}
        </ol>
      )}
      <FormNotice form={form} />
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        <NeedsConnection says={t("provider.handBack.offline")} busy={form.isBusy}>
          <SubmitButton form={form} variant="destructive">
            {t(isShort ? "provider.handBack.short.confirm" : "provider.handBack.confirm")}
          </SubmitButton>
        </NeedsConnection>
        <Button onClick={onClose}>{t("provider.handBack.keep")}</Button>
      </div>
    </Form>
  );
}
