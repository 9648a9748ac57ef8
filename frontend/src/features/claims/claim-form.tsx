import type { ReactElement } from "react";

import { useClaimActs } from "@/api/orders/use-claims";
import { useSession } from "@/api/session/session";
import type { ClaimItem, Order, OrderPhoto } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { SelectField, TextareaField, TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";

import { claimError, PhotoField } from "./claim-photos";
import { usePhotoUpload } from "./use-photo-upload";

const ITEMS: readonly ClaimItem[] = ["shirt", "trousers", "dress", "knitwear", "jacket", "linen", "other"];
/** Months, as the middle of a range; empty for unknown. */
const AGES = ["3", "9", "18", "30", "48", "72"] as const;
type Age = "" | (typeof AGES)[number];

const PRICE = /^\d{1,5}(?:[.,]\d{1,2})?$/;

type Values = { description: string; item: ClaimItem; price: string; age: Age; photos: OrderPhoto[] };

const EMPTY: Values = { description: "", item: "other", price: "", age: "", photos: [] };

/** A comma is a decimal point on many keyboards. */
const amountOf = (typed: string): string | null => (typed.trim() === "" ? null : typed.trim().replace(",", "."));

type ClaimFormProps = { order: Order; onClose: () => void };

/** Reports damage or loss. Never queued: the time to report it is short, so its sender must know. */
export function ClaimForm({ order, onClose }: ClaimFormProps): ReactElement {
  const { user } = useSession();
  const { report } = useClaimActs(order);
  const draft = { name: `claim ${order.id}`, owner: user?.id ?? null };
  const form = useForm<Values>({
    initial: EMPTY,
    draft,
    check: ({ description, price }) => ({
      description: description.trim() === "" ? t("claims.description.required") : "",
      price:
        price.trim() === "" || (PRICE.test(price.trim()) && Number(amountOf(price)) >= 1)
          ? ""
          : t("claims.price.wrong"),
    }),
    save: async ({ description, item, price, age, photos }) => {
      await report({
        description: description.trim(),
        item,
        price: amountOf(price),
        ageMonths: age === "" ? null : Number(age),
        photos: photos.map(({ id }) => id),
      });
      form.clear();
      showToast({
        title: t("claims.sent.title"),
        description: t("claims.sent.body", { name: order.provider.user.firstName }),
      });
      onClose();
    },
    explain: claimError,
    notice: { title: t("claims.notSent") },
  });
  const upload = usePhotoUpload(order, draft, form);
  const clear = (): void => {
    upload.discard();
    form.clear();
  };
  return (
    <Form form={{ ...form, clear }} label={t("claims.report.title")}>
      <TextareaField
        form={form}
        name="description"
        label={t("claims.description")}
        hint={t("claims.description.hint")}
        rows={4}
        maxLength={2000}
        required
      />
      <PhotoField photos={form.values.photos} upload={upload} disabled={form.isBusy} />
      <SelectField
        form={form}
        name="item"
        label={t("claims.item")}
        options={ITEMS.map((value) => ({ value, label: t(`claims.item.${value}`) }))}
      />
      <TextField form={form} name="price" label={t("claims.price")} inputMode="decimal" maxLength={8} />
      <SelectField
        form={form}
        name="age"
        label={t("claims.age")}
        options={[
          { value: "", label: t("claims.age.unknown") },
          ...AGES.map((value) => ({ value, label: t(`claims.age.${value}`) })),
        ]}
      />
      <FormNotice form={form} />
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        <NeedsConnection says={t("claims.offline")} busy={form.isBusy}>
          <SubmitButton form={form} variant="brand" disabled={upload.share !== null}>
            {t(upload.share !== null ? "claims.photo.wait" : "claims.send")}
          </SubmitButton>
        </NeedsConnection>
        <Button onClick={onClose}>{t("claims.cancel")}</Button>
      </div>
    </Form>
  );
}
