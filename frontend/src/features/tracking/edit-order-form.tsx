import { useState, type ReactElement } from "react";

import { deliveryToast } from "@/api/http/delivery-toast";
import { formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { Care, Order } from "@/api/types";
import { isOvertaken, useOrderChanges } from "@/api/orders/use-order-acts";
import { loadMessages, t } from "@/i18n/i18n";
import { careOf, careText, DEFAULT_CARE, isSameCare, type CareValues } from "@/ui/care/care";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField, TextField } from "@/ui/form/form-fields";
import { useForm, type FormState } from "@/ui/form/use-form";
import { lazyPart } from "@/ui/lazy-part";
import { showToast } from "@/ui/overlay/toast";

const FIELDS = ["pickupAddress", "deliveryAddress", "specialInstructions"] as const;
const REQUIRED = ["pickupAddress", "deliveryAddress"] as const;
type Name = (typeof FIELDS)[number];
type Values = Record<Name, string> & CareValues;

const MAX_LENGTH: Record<Name, number> = { pickupAddress: 300, deliveryAddress: 300, specialInstructions: 1000 };

function valuesOf(order: Order): Values {
  return {
    pickupAddress: order.pickupAddress ?? "",
    deliveryAddress: order.deliveryAddress ?? "",
    specialInstructions: order.specialInstructions ?? "",
    ...(order.care ?? DEFAULT_CARE),
  };
}

/** What differs from the present order. The care goes as a whole. */
function changesOf(values: Values, present: Values): Partial<Record<Name, string>> & { care?: Care } {
  const texts: Partial<Record<Name, string>> = Object.fromEntries(
    FIELDS.filter((name) => values[name].trim() !== present[name]).map((name) => [name, values[name].trim()]),
  );
  return { ...texts, ...(!isSameCare(values, present) && { care: careOf(values) }) };
}

type CareProps = { form: FormState<Values>; begun: Values; present: Values };

const CareFields = lazyPart<CareProps>(async () => {
  const [{ CareFields: Fields }] = await Promise.all([import("@/ui/care/care-fields"), loadMessages("care")]);
  return ({ form, begun, present }) => (
    <>
      <Fields form={form} />
      {!isSameCare(present, begun) && (
        <p className="text-caption text-ink-soft">{t("tracking.edit.now", { text: careText(present) })}</p>
      )}
    </>
  );
});

/** The form of an order's edit. */
export function EditOrderForm({ order, onClose }: { order: Order; onClose: () => void }): ReactElement {
  const { edit } = useOrderChanges(order);
  const { user } = useSession();
  // The values at opening: what others change meanwhile is said.
  const [begun] = useState(() => valuesOf(order));
  const present = valuesOf(order);
  const form = useForm<Values>({
    initial: present,
    follows: true,
    draft: { name: `order ${order.id}`, owner: user?.id ?? null },
    check: (values) =>
      Object.fromEntries(REQUIRED.map((name) => [name, values[name].trim() === "" ? t("tracking.edit.required") : ""])),
    save: async (values) => {
      const changes = changesOf(values, present);
      if (Object.keys(changes).length > 0)
        showToast(deliveryToast(await edit(changes), "update_order") ?? { title: t("tracking.edit.done") });
      onClose();
    },
    explain: (error) => (isOvertaken(error) ? { fields: {}, text: t("tracking.edit.changed") } : formErrorOf(error)),
    notice: { title: t("tracking.edit.error") },
  });
  const partOf = (name: Name): { form: typeof form; name: Name; maxLength: number; hint: string | undefined } => ({
    form,
    name,
    maxLength: MAX_LENGTH[name],
    hint: present[name] === begun[name] ? undefined : t("tracking.edit.now", { text: present[name] }),
  });

  return (
    <Form form={form}>
      <FormNotice form={form} />
      <TextField {...partOf("pickupAddress")} label={t("tracking.details.pickupAddress")} required />
      <TextField {...partOf("deliveryAddress")} label={t("tracking.details.deliveryAddress")} required />
      <TextareaField {...partOf("specialInstructions")} label={t("tracking.details.note")} rows={3} />
      <CareFields form={form} begun={begun} present={present} />
      <SubmitButton form={form} variant="brand">
        {t("tracking.edit.save")}
      </SubmitButton>
    </Form>
  );
}
