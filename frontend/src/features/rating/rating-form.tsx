import { WifiOff } from "lucide-react";
import type { ReactElement } from "react";

import { useOnline } from "@/lib/use-online";
import { deliveryToast } from "@/api/http/delivery-toast";
import { useRateOrder } from "@/api/orders/use-order-acts";
import { formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { BlockedButton } from "@/ui/blocked-button";
import { Form, FormNotice } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

import { StarChoice, type Rating } from "./star-choice";

export const MAX_COMMENT = 2000;

/** No stars yet. */
const NONE = 0;

type Values = { rating: Rating | typeof NONE; comment: string };

/** Stars and a comment for a completed order. */
export function RatingForm({ orderId, onRated }: { orderId: string; onRated?: () => void }): ReactElement {
  const rate = useRateOrder(orderId);
  const { user } = useSession();
  const isOnline = useOnline();
  const form = useForm<Values>({
    initial: { rating: NONE, comment: "" },
    draft: { name: `rating ${orderId}`, owner: user?.id ?? null },
    check: ({ rating }) => ({ rating: rating === NONE ? t("rating.required.body") : "" }),
    save: async ({ rating, comment }) => {
      if (rating === NONE) return;
      const delivery = await rate(rating, comment.trim());
      form.clear();
      showToast(
        deliveryToast(delivery, "rate") ?? { title: t("rating.success.title"), description: t("rating.success.body") },
      );
      onRated?.();
    },
    explain: (error) => formErrorOf(error, t("rating.failure.body")),
    notice: { isSaid: true },
    onIncomplete: () =>
      showToast({ title: t("rating.required.title"), description: t("rating.required.body"), variant: "destructive" }),
    onFormError: ({ text }) =>
      showToast({ title: t("rating.failure.title"), description: text, variant: "destructive" }),
  });
  const { rating } = form.values;

  return (
    <Form form={form}>
      {!isOnline && (
        <div className="flex justify-center">
          <Badge tone="warn" icon={<WifiOff aria-hidden className="size-4" />}>
            {t("rating.offline")}
          </Badge>
        </div>
      )}
      <StarChoice
        value={rating === NONE ? null : rating}
        disabled={form.isBusy}
        onChange={(chosen) => form.change({ rating: chosen })}
      />
      <TextareaField
        form={form}
        name="comment"
        label={t("rating.comment")}
        rows={3}
        maxLength={MAX_COMMENT}
        placeholder={t("rating.comment.placeholder")}
      />
      <p className="text-caption text-ink-soft">{t("rating.blind")}</p>
      <FormNotice form={form} />
      <BlockedButton
        type="submit"
        variant="primary"
        wide
        why={rating === NONE ? t("rating.required.body") : null}
        busy={form.isBusy}
      >
        {t(isOnline ? "rating.submit" : "rating.queue")}
      </BlockedButton>
    </Form>
  );
}
