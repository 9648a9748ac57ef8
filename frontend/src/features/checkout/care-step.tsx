import { Shirt } from "lucide-react";
import { useState, type ReactElement } from "react";

import { useSaveCare } from "@/api/care/use-care-profile";
import { formErrorOf } from "@/api/http/error-text";
import { useOrderChanges } from "@/api/orders/use-order-acts";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { readStored, writeStored } from "@/lib/storage";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { careOf, DEFAULT_CARE, type CareValues } from "@/ui/care/care";
import { CareFields } from "@/ui/care/care-fields";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

/** Whoever skipped it on this device is not asked again. */
const SKIPPED = "care-skipped";

function CareForm({ order, onDone }: { order: Order; onDone: () => void }): ReactElement {
  const save = useSaveCare();
  const { edit } = useOrderChanges(order);
  const form = useForm<CareValues>({
    initial: DEFAULT_CARE,
    draft: { name: "care", owner: order.customerId },
    check: () => ({}),
    save: async (values) => {
      const care = careOf(values);
      await save(care);
      await edit({ care });
      showToast({ title: t("care.saved") });
      onDone();
    },
    explain: formErrorOf,
    notice: { title: t("care.notSaved") },
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <p className="text-ink-soft">{t("care.step.body")}</p>
      <CareFields form={form} />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="brand">
        {t("care.save")}
      </SubmitButton>
    </Form>
  );
}

/** Asks once, with the first order, how its laundry is to be done. Paying does not wait for it. */
export function CareStep({ order }: { order: Order }): ReactElement | null {
  const [state, setState] = useState<"closed" | "open" | "gone">(
    readStored("local", SKIPPED) === null ? "closed" : "gone",
  );
  if (state === "gone" || order.care !== null) return null;
  const skip = (): void => {
    writeStored("local", SKIPPED, "yes");
    setState("gone");
  };
  if (state === "open") {
    return (
      <SectionCard title={t("care.step.title")}>
        <CareForm order={order} onDone={() => setState("gone")} />
      </SectionCard>
    );
  }
  return (
    <div className="card flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Shirt aria-hidden className="size-5 shrink-0 text-brand-ink" />
      <p className="min-w-0 grow font-medium">{t("care.step.title")}</p>
      <div className="flex gap-1">
        <Button size="sm" variant="ghost" onClick={() => setState("open")}>
          {t("care.step.open")}
        </Button>
        <Button size="sm" variant="ghost" onClick={skip}>
          {t("care.step.skip")}
        </Button>
      </div>
    </div>
  );
}
