import { Shirt } from "lucide-react";
import { useState, type ReactElement } from "react";

import { useCareQuestion, useSaveCare } from "@/api/care/use-care-profile";
import { formErrorOf } from "@/api/http/error-text";
import { useAct } from "@/api/http/use-act";
import { useOrderChanges } from "@/api/orders/use-order-acts";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { careOf, DEFAULT_CARE, type CareValues } from "@/ui/care/care";
import { CareFields } from "@/ui/care/care-fields";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

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

/** Asks once, with the first booking, how its laundry is to be done. Paying does not wait for it. */
export function CareStep({ order }: { order: Order }): ReactElement | null {
  const [isShown, setIsShown] = useState(false);
  const { isOpen, skip } = useCareQuestion();
  const { isBusy, failure, act } = useAct();
  // What is being typed stays, also if another device answers meanwhile.
  if (isShown) {
    return (
      <SectionCard title={t("care.step.title")}>
        <CareForm order={order} onDone={() => setIsShown(false)} />
      </SectionCard>
    );
  }
  if (!isOpen) return null;
  return (
    <div className="card flex flex-col gap-2 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Shirt aria-hidden className="size-5 shrink-0 text-brand-ink" />
        <p className="min-w-0 grow font-medium">{t("care.step.title")}</p>
        <div className="flex gap-1">
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => setIsShown(true)}>
            {t("care.step.open")}
          </Button>
          <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void act(skip)}>
            {t("care.step.skip")}
          </Button>
        </div>
      </div>
      {failure !== null && <FailureNotice {...failure} />}
    </div>
  );
}
