import { useSyncExternalStore, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import { useProfileChange } from "@/api/session/use-account";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { localStore } from "@/lib/local-store";
import { PHONE_DECLINED } from "@/lib/phone-declined";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

/** The accounts that have said on this device that they leave none. */
const declined = localStore<readonly string[]>(PHONE_DECLINED, [], (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [],
);

function PhoneForm({ name }: { name: string }): ReactElement {
  const { id } = useAccount();
  const change = useProfileChange();
  const form = useForm({
    initial: { phone: "" },
    draft: { name: "phone", owner: id },
    check: ({ phone }) => ({ phone: phone.trim() === "" ? t("tracking.phone.required") : "" }),
    save: async (values) => {
      await change(values);
      showToast({ title: t("tracking.phone.saved") });
    },
    explain: formErrorOf,
    notice: { title: t("tracking.phone.notSaved") },
  });
  const decline = (): void => {
    form.clear();
    declined.set([...declined.get(), id]);
  };
  return (
    <SectionCard title={t("tracking.phone.title", { name })}>
      <Form form={form}>
        <TextField
          form={form}
          name="phone"
          label={t("tracking.phone.label")}
          hint={t("tracking.phone.hint", { name })}
          type="tel"
          autoComplete="tel"
          required
        />
        <FormNotice form={form} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form} variant="brand">
            {t("tracking.phone.save")}
          </SubmitButton>
          <Button variant="ghost" onClick={decline}>
            {t("tracking.phone.decline")}
          </Button>
        </div>
      </Form>
    </SectionCard>
  );
}

/** Asks an account without a phone for one, once: its provider stands at the door without a number. */
export function PhoneQuestion({ order }: { order: Order }): ReactElement | null {
  const { id } = useAccount();
  const isDeclined = useSyncExternalStore(declined.on, declined.get, declined.none).includes(id);
  return isDeclined ? null : <PhoneForm name={order.provider.user.firstName} />;
}
