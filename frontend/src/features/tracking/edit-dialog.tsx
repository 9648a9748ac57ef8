import { useRef, useState, type ReactElement, type SyntheticEvent } from "react";

import { ApiError } from "@/resources/api-error";
import { errorText, fieldErrors } from "@/resources/error-text";
import type { Order } from "@/resources/types";
import { useOrderChanges } from "@/resources/use-orders";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Field, focusFirstError } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";

const FIELDS = ["pickupAddress", "deliveryAddress", "specialInstructions"] as const;
type Name = (typeof FIELDS)[number];
type Values = Record<Name, string>;

const MAX_LENGTH: Record<Name, number> = { pickupAddress: 300, deliveryAddress: 300, specialInstructions: 1000 };

function valuesOf(order: Order): Values {
  return {
    pickupAddress: order.pickupAddress ?? "",
    deliveryAddress: order.deliveryAddress ?? "",
    specialInstructions: order.specialInstructions ?? "",
  };
}

/** What was typed that the order does not say yet. */
function changesOf(values: Values, seen: Values): Partial<Values> {
  return Object.fromEntries(FIELDS.filter((name) => values[name].trim() !== seen[name]).map((name) => [name, values[name].trim()]));
}

function Form({ order, onClose }: { order: Order; onClose: () => void }): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const { edit } = useOrderChanges(order.id);
  // What the person began with: what the order says now may be another's change.
  const [begun] = useState(() => valuesOf(order));
  const [values, setValues] = useState(begun);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const present = valuesOf(order);

  const save = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      const changes = changesOf(values, present);
      if (Object.keys(changes).length > 0) await edit(changes);
      showToast({ title: t("tracking.edit.done") });
      onClose();
    } catch (failure) {
      setErrors(fieldErrors(failure));
      const isChanged = failure instanceof ApiError && failure.code === "version_conflict";
      setRefusal(isChanged ? t("tracking.edit.changed") : errorText(failure));
      requestAnimationFrame(() => focusFirstError(form.current));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const missing = FIELDS.filter((name) => name !== "specialInstructions" && values[name].trim() === "");
    setErrors(Object.fromEntries(missing.map((name) => [name, t("tracking.edit.required")])));
    if (missing.length === 0) void save();
    else requestAnimationFrame(() => focusFirstError(form.current));
  };
  const control = (name: Name): { value: string; maxLength: number; onChange: (event: { target: { value: string } }) => void } => ({
    value: values[name],
    maxLength: MAX_LENGTH[name],
    onChange: ({ target }) => {
      setValues((before) => ({ ...before, [name]: target.value }));
      setErrors((before) => ({ ...before, [name]: "" }));
    },
  });
  const nowSays = (name: Name): string | undefined => (present[name] === begun[name] ? undefined : t("tracking.edit.now", { text: present[name] }));

  return (
    <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {refusal !== null && <FailureNotice title={t("tracking.edit.error")} text={refusal} />}
      <Field label={t("tracking.details.pickupAddress")} required error={errors["pickupAddress"]} hint={nowSays("pickupAddress")}>
        {(field) => <Input {...field} {...control("pickupAddress")} />}
      </Field>
      <Field label={t("tracking.details.deliveryAddress")} required error={errors["deliveryAddress"]} hint={nowSays("deliveryAddress")}>
        {(field) => <Input {...field} {...control("deliveryAddress")} />}
      </Field>
      <Field label={t("tracking.details.note")} error={errors["specialInstructions"]} hint={nowSays("specialInstructions")}>
        {(field) => <Textarea {...field} rows={3} {...control("specialInstructions")} />}
      </Field>
      <Button type="submit" variant="brand" busy={busy}>
        {t("tracking.edit.save")}
      </Button>
    </form>
  );
}

/** Another address or note, until the pickup. */
export function EditDialog({ order, open, onClose }: { order: Order; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("tracking.edit.action")}>
      {open && <Form order={order} onClose={onClose} />}
    </Dialog>
  );
}
