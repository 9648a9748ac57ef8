import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { isWrongCode } from "@/api/orders/use-handovers";
import { useJobStep } from "@/api/orders/use-order-acts";
import { t } from "@/i18n/i18n";
import { now } from "@/lib/server-clock";
import { useOnline } from "@/lib/use-online";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { FormField } from "@/ui/form/form-fields";
import { useForm, type FormError } from "@/ui/form/use-form";
import { Input } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";

import type { HandoverStepProps } from "./handover-step";

const DIGITS = 4;

function explain(error: unknown): FormError {
  const formError = formErrorOf(error);
  return isWrongCode(error) ? { ...formError, fields: { code: formError.text } } : formError;
}

type CodeFormProps = Pick<HandoverStepProps, "order" | "to"> & { onClose: () => void };

/** Moves to the next step with the customer's code. Offline both are queued together. */
export function CodeForm({ order, to, onClose }: CodeFormProps): ReactElement {
  const { move } = useJobStep(order);
  const isOnline = useOnline();
  const name = order.customer?.firstName ?? "";
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => ({ code: code.length === DIGITS ? "" : t("provider.code.required") }),
    save: async ({ code }) => {
      const delivery = await move(to, now(), code).send();
      showToast({
        title: t(`provider.next.done.${to}`),
        description: t(delivery === "sent" ? "provider.next.informed" : "provider.code.later", { name }),
      });
      onClose();
    },
    explain,
    notice: { title: t("provider.next.failed") },
  });
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="code"
        label={t("provider.code.label")}
        hint={isOnline ? undefined : t("provider.code.offline")}
        required
      >
        {(control, change) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            className="min-h-16 text-center text-display font-bold tracking-[0.4em] tabular-nums"
            onChange={(event) => change(event.target.value.replaceAll(/\D/gu, "").slice(0, DIGITS))}
          />
        )}
      </FormField>
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t(`provider.next.${to}`)}
      </SubmitButton>
    </Form>
  );
}
